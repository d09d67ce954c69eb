// SPDX-License-Identifier: Apache-2.0
// The library of plugins.
#ifndef NV_INFER_PLUGIN_H
#define NV_INFER_PLUGIN_H

#include "NvInfer.h"
#include "NvInferPluginUtils.h"

/// Registers the creators of the library's plugins, under a namespace.
extern "C" TENSORRTAPI bool initLibNvInferPlugins(void* logger, char const* libNamespace);

#endif
