// SPDX-License-Identifier: Apache-2.0
// What libnvinfer_plugin.so exports, and what it does when it is loaded.
#define TENSORRT_BUILD_LIB
#include <NvInferPlugin.h>

#include <new>

#include "libraries/tensorrt/plugin/own/own_plugin.h"

namespace {

/// Plugins of transformers are in the registry as soon as the library is loaded, the others when a program asks for them.
bool register_plugins(const char* space, bool at_load) noexcept {
  try {
    riffle::tensorrt::register_own_plugins(space, at_load);
    return true;
  } catch (const std::bad_alloc&) {  // the caller may be C
    return false;
  }
}
[[maybe_unused]] const bool is_loaded = register_plugins("", true);

}  // namespace

/// Creators that are registered already stay as they are.
extern "C" bool initLibNvInferPlugins(void*, char const* space) {
  return register_plugins(space == nullptr ? "" : space, false);
}
