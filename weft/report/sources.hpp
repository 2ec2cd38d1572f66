// Sources as numbered notes below a table: each is listed once and marked "[n]" where it is used.
#pragma once

#include <string>
#include <vector>

namespace weft::report {

class Sources {
 public:
  std::string mark(const std::string& source);  // "[3]"
  std::string text(int indent) const;           // a line for each, in the order of first use

 private:
  std::vector<std::string> known_;
};

}  // namespace weft::report
