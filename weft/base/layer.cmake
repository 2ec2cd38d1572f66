target_link_libraries(weft_base PUBLIC fmt::fmt tl::expected)
