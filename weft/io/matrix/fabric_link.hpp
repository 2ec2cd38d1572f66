// One private link of an accelerator, by what the matrix calls it.
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/io/matrix/products.hpp"
#include "weft/link/model.hpp"
#include "weft/topology/component.hpp"

#include <string>
#include <string_view>

namespace weft::io::matrix {

struct FabricLink {
  link::LinkModelPtr model;
  topology::Provenance provenance = topology::Provenance::assumed;
  int links = 0;
  std::string code = {};  // of the remark about a rate that was assumed; empty: there is none
  std::string remark = {};
};

// `links` 0: the word does not count them, and all that a device has are meant. `product` may be
// null. Error LINK_INVALID: more links than can be bundled.
Expected<FabricLink> fabric_link(std::string_view fabric, int links, const Products& products,
                                 const facts::Gpu* product);

}  // namespace weft::io::matrix
