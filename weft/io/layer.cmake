target_link_libraries(weft_io PRIVATE pugixml::pugixml)
