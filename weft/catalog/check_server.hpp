// What a server entry names and states; internal to the layer.
#pragma once

#include "weft/catalog/catalog.hpp"

namespace weft::catalog {

Expected<void> check_server(const Entry<facts::Server>& entry, const Catalog& all);

// CATALOG_NAME with the nearest of `known`.
tl::unexpected<Error> unknown_name(std::string_view kind, std::string_view name,
                                   const std::vector<std::string>& known, const Where& where);

}  // namespace weft::catalog
