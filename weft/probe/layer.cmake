target_link_libraries(weft_probe PRIVATE nlohmann_json::nlohmann_json ${CMAKE_DL_LIBS})
