// The known name nearest to a mistyped one, for "did you mean" hints.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace weft {

// The nearest of `known` by edit distance (upper and lower case alike): at most two edits or a
// third of the letters of `wanted`, and always fewer than it has. Empty where none is that near.
std::string nearest_name(std::string_view wanted, std::span<const std::string> known);

// "Did you mean 'x'?", or empty.
std::string did_you_mean(std::string_view wanted, std::span<const std::string> known);

// "Did you mean 'x'? Known are a, b, c.": for a list that fits into a line.
std::string known_names(std::string_view wanted, std::span<const std::string> known);

}  // namespace weft
