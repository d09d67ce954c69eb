// SPDX-License-Identifier: Apache-2.0
// Nodes of a model that plugins compute: those of an operator that ONNX does not have, but a creator of the registry.
#pragma once

#include "libraries/tensorrt/onnx/model.h"
#include "libraries/tensorrt/plugin/plugin.h"

namespace riffle::tensorrt {

/// The creator that a node names by its operator and its attributes `plugin_version` and `plugin_namespace`, or null.
IPluginCreatorInterface* creator_of(const onnx::OnnxNode& node);
/// Throws Failure where an attribute cannot become a field, or the creator makes no plugin.
MadePlugin plugin_of(const onnx::OnnxNode& node, IPluginCreatorInterface& creator, const Log& log);
/// Why a node without a creator is refused, and what to do.
std::string no_creator_text(const onnx::OnnxNode& node, std::size_t number);

}  // namespace riffle::tensorrt
