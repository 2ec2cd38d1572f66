#include "weft/facts/libraries.hpp"

#include "weft/facts/reader.hpp"

#include <algorithm>

namespace weft::facts {
namespace {

LibraryHost read_host(const Record& r) {
  return {.cpu_vendor = r.text_or("cpu_vendor", ""),
          .arch = r.text_or("arch", ""),
          .most_gpus = r.integer_or("most_gpus", 0),
          .p2p = r.text("p2p")};
}

Library read_library(const Record& r) {
  Library library{.name = r.text("name"),
                  .vendors = r.texts("vendors"),
                  .p2p = r.text("p2p"),
                  .gdr = r.text("gdr"),
                  .hosts = {},
                  .evidence = r.evidence()};
  for (const Record& host : r.records("hosts")) {
    library.hosts.push_back(read_host(host));
    host.done();
  }
  return library;
}

}  // namespace

const std::vector<Library>& libraries() {
  static const auto rows = Document("libraries.toml").table<Library>("library", read_library);
  return rows;
}

const Library& library_of(std::string_view vendor) {
  const auto found = std::ranges::find_if(libraries(), [&](const Library& library) {
    return std::ranges::find(library.vendors, vendor) != library.vendors.end();
  });
  return found == libraries().end() ? libraries().front() : *found;
}

}  // namespace weft::facts
