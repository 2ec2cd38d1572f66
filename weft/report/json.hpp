// JSON as Weft writes it: keys in a stated order, numbers rounded to what is meant by them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"

namespace weft::report {

using Json = nlohmann::ordered_json;

// Nine significant digits: enough for any figure here, without the noise of binary fractions.
// What is unlimited becomes null, since JSON has no infinity.
Json number(double value);
Json gbps(Bandwidth rate);

Json to_json(const std::vector<Warning>& warnings);

// {"error":{"code","message","where","hint"}}
std::string error_json(const Error& error);

std::string dump(const Json& json);  // indented by two, with a newline at the end

}  // namespace weft::report
