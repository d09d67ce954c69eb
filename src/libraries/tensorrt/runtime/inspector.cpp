// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/inspector.h"

#include <cstdio>

#include "libraries/tensorrt/base/utf8.h"

namespace riffle::tensorrt {
namespace {

std::string quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char character : in_utf8(text)) {
    if (character == '"' || character == '\\') quoted += '\\';
    if (static_cast<unsigned char>(character) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned>(character));
      quoted += escaped;
      continue;
    }
    quoted += character;
  }
  return quoted += '"';
}

std::string layer_text(const std::string& layer, LayerInformationFormat format, bool is_detailed) {
  const std::size_t tab = layer.find('\t');
  const std::string name = layer.substr(0, tab);
  if (format == LayerInformationFormat::kONELINE) return in_utf8(name);
  if (!is_detailed) return quoted(name);
  return "{\"Name\": " + quoted(name) + ", \"LayerType\": " + quoted(layer.substr(tab + 1)) + "}";
}

}  // namespace

char const* Inspector::getLayerInformation(int32_t index,
                                           LayerInformationFormat format) const noexcept {
  const auto& layers = loaded_->plan.layers;
  if (index < 0 || static_cast<std::size_t>(index) >= layers.size()) {
    log_.error(ErrorCode::kINVALID_ARGUMENT,
               "IEngineInspector::getLayerInformation: expected an index below ", layers.size(),
               ", got ", index);
    return nullptr;
  }
  const bool is_detailed =
      loaded_->plan.verbosity == static_cast<int>(ProfilingVerbosity::kDETAILED);
  text_ = layer_text(layers[static_cast<std::size_t>(index)], format, is_detailed);
  return text_.c_str();
}

char const* Inspector::getEngineInformation(LayerInformationFormat format) const noexcept {
  const bool is_json = format == LayerInformationFormat::kJSON;
  const bool is_detailed =
      loaded_->plan.verbosity == static_cast<int>(ProfilingVerbosity::kDETAILED);
  text_ = is_json ? "{\"Layers\": [" : "";
  const char* between = "";
  for (const std::string& layer : loaded_->plan.layers) {
    text_ += between + layer_text(layer, format, is_detailed);
    between = is_json ? ",\n" : "\n";
  }
  if (!is_json) return text_.c_str();
  text_ += "],\n\"Bindings\": [";
  between = "";
  for (const TensorPlan& tensor : loaded_->plan.tensors) {
    text_ += between + quoted(tensor.name);
    between = ", ";
  }
  text_ += "]}";
  return text_.c_str();
}

}  // namespace riffle::tensorrt
