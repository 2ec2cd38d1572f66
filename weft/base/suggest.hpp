// The known name nearest to a mistyped one, for "did you mean" hints.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace weft {

// The nearest of `known` by edit distance, or empty where none is within a third of its length.
std::string nearest_name(std::string_view wanted, std::span<const std::string> known);

// "Did you mean 'x'?", or empty.
std::string did_you_mean(std::string_view wanted, std::span<const std::string> known);

}  // namespace weft
