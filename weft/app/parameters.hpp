// What is asked of an operation: sizes, ends, and options by key, in the vocabulary of
// validation_rows.md ("numa" = "remote", "duplex" = "sum", "qps" = "4").
//
// Values are texts as a person or a row writes them; readers check them where they are used.
// Errors: OPTION_UNFIT (a value that the option does not have), and those of parsing.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/route/router.hpp"

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weft::app {

class Parameters {
 public:
  std::vector<Bytes> sizes;  // of an operation that has sizes; at least one then
  std::string from;          // "gpu[0]"; empty: the first end that fits
  std::string to;
  route::Policy policy;

  void set(std::string key, std::string value) { options_[std::move(key)] = std::move(value); }
  bool has(std::string_view key) const { return options_.find(key) != options_.end(); }
  std::string_view get(std::string_view key) const;  // empty where absent
  const std::map<std::string, std::string, std::less<>>& options() const { return options_; }

  // One of `known`, the first where absent.
  Expected<std::string> word(std::string_view key,
                             std::initializer_list<std::string_view> known) const;
  // A whole number from `least` to `most`.
  Expected<int> count(std::string_view key, int fallback, int least, int most) const;
  // "true" "yes" "1", "false" "no" "0".
  Expected<bool> flag(std::string_view key) const;
  // "512B", or a bare number of bytes as packets and windows are usually written.
  Expected<Bytes> bytes(std::string_view key, Bytes fallback) const;

 private:
  std::map<std::string, std::string, std::less<>> options_;
};

}  // namespace weft::app
