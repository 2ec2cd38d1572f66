// JSON as Weft writes it: keys in a stated order, numbers rounded to what is meant by them.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace weft::report {

using Json = nlohmann::ordered_json;

// Whole numbers in full, others with nine significant digits: enough for any figure here, without
// the noise of binary fractions. What is unlimited becomes null, since JSON has no infinity.
Json number(double value);
Json gbps(Bandwidth rate);
Json whole(Bytes size);  // every digit, up to 2^63 - 1

Json to_json(const std::vector<Warning>& warnings);

// {"error":{"code","message","where","hint"}}
std::string error_json(const Error& error);

std::string dump(const Json& json);  // indented by two, with a newline at the end

}  // namespace weft::report
