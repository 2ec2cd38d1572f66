#include "weft/probe/library.hpp"

#include <dlfcn.h>

namespace weft::probe {

Library::Library(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) return;
    const char* why = dlerror();
    if (fault_.empty()) fault_ = why != nullptr ? why : name;
  }
}

Library::~Library() {
  if (handle_ != nullptr) dlclose(handle_);
}

void* Library::symbol(const char* name) const {
  return handle_ == nullptr ? nullptr : dlsym(handle_, name);
}

}  // namespace weft::probe
