# weft_embed(target symbol files…): the texts of data files as constants of the program.
# Writes <symbol>.cpp with `extern const EmbeddedFile <symbol>[]` and `<symbol>_count`
# (weft/facts/embedded.hpp); built again when a data file changes.
function(weft_embed target symbol)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DSYMBOL=${symbol} "-DFILES=${ARGN}"
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
