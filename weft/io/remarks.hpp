// Collects the warnings of one file; many devices with the same remark become one warning.
//
// A cloud file may state no link width for any of its 20 devices: that is one thing to say, with
// the devices listed, and not 20 lines. Order: that of the first device of each remark.
#pragma once

#include "weft/base/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft::io {

class Remarks {
 public:
  explicit Remarks(std::string file) : file_(std::move(file)) {}

  void add(std::string code, std::string message, std::string hint, int line = 0);
  // `message` is a sentence without its full stop; the devices follow in brackets.
  void for_device(const std::string& code, const std::string& message, std::string_view device,
                  int line, const std::string& hint);

  std::vector<Warning> take() &&;

  // An error of the same file.
  tl::unexpected<Error> error(std::string code, std::string message, std::string hint,
                              int line = 0) const;

 private:
  struct Remark {
    Warning warning;
    std::vector<std::string> devices;  // the first few different ones
    std::size_t count = 0;
  };

  std::string file_;
  std::vector<Remark> remarks_;
  std::unordered_map<std::string, std::size_t> grouped_;  // code and message -> remarks_
};

}  // namespace weft::io
