// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/transport.h"

#include <dlfcn.h>

namespace riffle::nccl {
namespace {

/// The folder of this library, with a slash at its end.
std::string own_folder() {
  Dl_info own{};
  if (dladdr(reinterpret_cast<void*>(&connect), &own) == 0 || own.dli_fname == nullptr) return {};
  const std::string path = own.dli_fname;
  return path.substr(0, path.rfind('/') + 1);
}

/// Gloo itself is the system's. What uses it finds its functions among those of the process.
ConnectFunction load(std::string& error) {
  void* gloo = nullptr;
  for (const char* const name : {"libgloo.so.0", "libgloo.so"})
    if (gloo == nullptr) gloo = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  void* const library =
      gloo == nullptr ? nullptr
                      : dlopen((own_folder() + "libriffle_gloo.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = library == nullptr ? nullptr : dlsym(library, "riffle_nccl_connect");
  if (function == nullptr) error = dlerror();
  return reinterpret_cast<ConnectFunction>(function);
}

struct Loaded {
  std::string error;
  ConnectFunction connect = load(error);
};
const Loaded& loaded() {
  static const Loaded once;
  return once;
}

}  // namespace

bool load_transport(std::string& error) {
  if (loaded().connect != nullptr) return true;
  error = "ranks of several processes need Gloo (Debian's package libgloo0), which is not there: " +
          loaded().error;
  return false;
}

std::unique_ptr<Transport> connect(int rank, int size, const std::string& address, Notes& notes,
                                   std::string& error) {
  return std::unique_ptr<Transport>(loaded().connect(rank, size, address.c_str(), notes, error));
}

}  // namespace riffle::nccl
