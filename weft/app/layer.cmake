find_package(ZLIB REQUIRED)
target_link_libraries(weft_app PUBLIC ZLIB::ZLIB)
