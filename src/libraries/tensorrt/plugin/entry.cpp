// SPDX-License-Identifier: Apache-2.0
// What libnvinfer_plugin.so exports, and what it does when it is loaded.
#define TENSORRT_BUILD_LIB
#include <NvInferPlugin.h>

#include <new>

#include "libraries/tensorrt/plugin/own/own_plugin.h"

namespace {

/// Plugins of transformers are in the registry as soon as the library is loaded, the others when a program asks for them.
[[maybe_unused]] const bool is_loaded = []() noexcept {
  riffle::tensorrt::register_own_plugins("", true);
  return true;
}();

}  // namespace

/// Creators that are registered already stay as they are.
extern "C" bool initLibNvInferPlugins(void*, char const* space) {
  try {
    riffle::tensorrt::register_own_plugins(space == nullptr ? "" : space, false);
    return true;
  } catch (const std::bad_alloc&) {  // the caller may be C
    return false;
  }
}
