# The figures themselves: every weft/facts/data/*.toml becomes part of the program.
file(GLOB weft_data CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/weft/facts/data/*.toml)
weft_embed(weft_facts kDataFiles ${weft_data})
