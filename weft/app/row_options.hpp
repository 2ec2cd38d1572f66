// The options of a validation row (docs/validation-rows.md): which an operation heeds, which are
// remarks, and what those of collectives change of a machine.
//
// Errors: ROW_OPTION (nobody knows it, or a value that it does not have).
#pragma once

#include "weft/base/units.hpp"
#include "weft/collective/library_time.hpp"
#include "weft/io/validation_rows.hpp"

namespace weft::app {

// Facts of the server, and remarks that change nothing: never a reason to leave a row out.
bool is_remark(std::string_view key);
bool is_hardware(std::string_view key);
// What software it was, which changes nothing of operations that are no collectives.
bool is_noted(std::string_view key);

Expected<void> check_collective_options(const io::ValidationRow& row);
// The network as `hw` has it, of a server that no catalogue has.
void state_network(const io::ValidationRow& row, collective::LibraryMachine& machine);
void apply_options(const io::ValidationRow& row, collective::LibraryMachine& machine);

// What a GPU gives out of tokens for experts: tokens x copies x width, a byte a value on the way
// there and two on the way back.
Expected<Bytes> expert_bytes(const io::ValidationRow& row);

}  // namespace weft::app
