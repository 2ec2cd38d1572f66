// Whether what entries name exists and what they state fits together: the same for a person's file
// and for ours, whose tests call it.
//
// Errors name the file and the line of the entry: CATALOG_NAME, with the nearest name;
// CATALOG_CONTRADICTION; CATALOG_DUPLICATE.
#pragma once

#include "weft/catalog/catalog.hpp"

namespace weft::catalog {

// The entries of `some`, which are part of `all`.
Expected<void> check(const Catalog& some, const Catalog& all);

}  // namespace weft::catalog
