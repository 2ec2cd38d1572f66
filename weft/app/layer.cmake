find_package(ZLIB REQUIRED)
target_link_libraries(weft_app PUBLIC ZLIB::ZLIB)
weft_embed(weft_app kReferenceRows ${PROJECT_SOURCE_DIR}/data/reference/measurements.csv)
