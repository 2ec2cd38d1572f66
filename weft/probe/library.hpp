// A shared library opened at run time, and functions in it by name.
#pragma once

#include <initializer_list>
#include <string>

namespace weft::probe {

class Library {
 public:
  explicit Library(std::initializer_list<const char*> names);  // the first that opens
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  bool is_open() const { return handle_ != nullptr; }
  const std::string& fault() const { return fault_; }  // why none of them opened

  // Null where the library has none.
  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }

 private:
  void* symbol(const char* name) const;
  void* handle_ = nullptr;
  std::string fault_;
};

}  // namespace weft::probe
