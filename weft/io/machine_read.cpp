#include "weft/io/machine_read.hpp"

#include <utility>

namespace weft::io {

Expected<topology::PlacedMachine> place_machine(topology::Builder& builder,
                                                const topology::Machine& machine, Remarks& remarks,
                                                topology::Place place) {
  auto placed = topology::add_machine(builder, machine, place);
  if (!placed)
    return remarks.error(std::move(placed.error().code), std::move(placed.error().message),
                         std::move(placed.error().hint));
  for (const topology::MachineRemark& remark : placed->remarks)
    remarks.for_device(remark.code, remark.message, remark.device, remark.line, remark.hint);
  return placed;
}

}  // namespace weft::io
