// SPDX-License-Identifier: Apache-2.0
// What libnvinfer_plugin.so exports.
#define TENSORRT_BUILD_LIB
#include <NvInferPlugin.h>

/// The library has no plugins of its own; programs' own are in the registry already.
extern "C" bool initLibNvInferPlugins(void*, char const*) { return true; }
