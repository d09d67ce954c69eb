// SPDX-License-Identifier: Apache-2.0
// The functions that add layers to a network. Those that are not here refuse.
#pragma once

#include "libraries/tensorrt/network/layer.h"

namespace riffle::tensorrt {

class LayerFunctions : public NetworkDefinitionDefaults {
 public:
  IIdentityLayer* addIdentity(ITensor& input) noexcept override;

 protected:
  /// Adds a layer that has its inputs, gives it a name and one output.
  template <class Made>
  Made* add(std::unique_ptr<Made> layer, std::initializer_list<ITensor*> inputs, int outputs = 1) {
    for (ITensor* const input : inputs) layer->add_input(*input);
    for (int i = 0; i < outputs; ++i) layer->add_output();
    Made* const made = layer.get();
    keep(std::move(layer));
    return made;
  }
  virtual void keep(std::unique_ptr<Layer> layer) = 0;
  virtual Network& network() = 0;
};

}  // namespace riffle::tensorrt
