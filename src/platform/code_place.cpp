// SPDX-License-Identifier: Apache-2.0
#include "platform/code_place.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

namespace riffle::platform {
namespace {

std::string own_path() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return {path, length > 0 ? static_cast<std::size_t>(length) : 0};
}

}  // namespace

CodePlace code_place(std::uintptr_t address) {
  Dl_info place{};
  link_map* module = nullptr;
  if (dladdr1(reinterpret_cast<const void*>(address), &place, reinterpret_cast<void**>(&module),
              RTLD_DL_LINKMAP) == 0 ||
      module == nullptr)
    return {.module = {}, .offset = address};
  // The program itself has no name there.
  return {.module = module->l_name[0] != 0 ? module->l_name : own_path(),
          .offset = address - module->l_addr};
}

}  // namespace riffle::platform
