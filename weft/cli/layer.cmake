target_link_libraries(weft_cli PUBLIC CLI11::CLI11)
target_compile_definitions(weft_cli PUBLIC WEFT_VERSION="${PROJECT_VERSION}")
