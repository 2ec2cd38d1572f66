find_package(yaml-cpp REQUIRED)
# 0.7 exports plain yaml-cpp, later versions a namespaced target.
target_link_libraries(weft_io PRIVATE pugixml::pugixml nlohmann_json::nlohmann_json
                      $<IF:$<TARGET_EXISTS:yaml-cpp::yaml-cpp>,yaml-cpp::yaml-cpp,yaml-cpp>)
