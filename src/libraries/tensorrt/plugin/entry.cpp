// SPDX-License-Identifier: Apache-2.0
// What libnvinfer_plugin.so exports.
#define TENSORRT_BUILD_LIB
#include <NvInferPlugin.h>

/// The library has no plugins of its own; programs' own are in the registry already. Says so to the logger, if there is one.
extern "C" bool initLibNvInferPlugins(void* logger, char const*) {
  if (logger != nullptr)
    static_cast<nvinfer1::ILogger*>(logger)->log(nvinfer1::ILogger::Severity::kWARNING,
                                                 "Riffle's libnvinfer_plugin has none of NVIDIA's "
                                                 "plugins; only the program's own are there");
  return true;
}
