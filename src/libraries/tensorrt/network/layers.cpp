// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/layers.h"

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

class Identity final : public LayerOf<IIdentityLayer, IdentityLayerDefaults> {
 public:
  explicit Identity(Network& network) : LayerOf(network, LayerType::kIDENTITY) {}
  void lower(Lowering& to) const override { to.node("Identity", {input(0)}, {output()}); }
};

}  // namespace

IIdentityLayer* LayerFunctions::addIdentity(ITensor& input) noexcept {
  return guarded(network().log(), "INetworkDefinition::addIdentity",
                 [&] { return add(std::make_unique<Identity>(network()), {&input}); });
}

}  // namespace riffle::tensorrt
