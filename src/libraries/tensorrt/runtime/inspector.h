// SPDX-License-Identifier: Apache-2.0
// Tells what layers an engine has, as text or JSON.
#pragma once

#include "libraries/tensorrt/runtime/engine.h"

namespace riffle::tensorrt {

class Inspector final : public IEngineInspector, public EngineInspectorDefaults {
 public:
  explicit Inspector(std::shared_ptr<Loaded> loaded)
      : loaded_(std::move(loaded)), log_(loaded_->log) {
    mImpl = this;
  }
  IEngineInspector* getPImpl() noexcept override { return this; }
  bool setExecutionContext(IExecutionContext const* context) noexcept override {
    context_ = context;
    return true;
  }
  IExecutionContext const* getExecutionContext() const noexcept override { return context_; }
  /// The text is valid until the next call.
  char const* getLayerInformation(int32_t index,
                                  LayerInformationFormat format) const noexcept override;
  char const* getEngineInformation(LayerInformationFormat format) const noexcept override;

 private:
  void refuse(char const* function) const noexcept override { log_.refuse(function); }

  std::shared_ptr<Loaded> loaded_;
  Log log_;
  IExecutionContext const* context_ = nullptr;
  mutable std::string text_;
};

}  // namespace riffle::tensorrt
