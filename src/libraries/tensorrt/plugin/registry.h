// SPDX-License-Identifier: Apache-2.0
// The creators of plugins, by name, version and namespace. One registry serves the process.
#pragma once

#include <NvInferRuntimeCommon.h>

namespace riffle::tensorrt {

nvinfer1::IPluginRegistry& plugin_registry();

}  // namespace riffle::tensorrt
