// SPDX-License-Identifier: Apache-2.0
// A loop: layers between recurrences and iterators, which begin each iteration, and loop outputs.
#pragma once

#include "libraries/tensorrt/network/scopes.h"

namespace riffle::tensorrt {

class Loop final : public ILoop, public LoopDefaults, public LayerBlock {
 public:
  explicit Loop(Network& network) : network_(network) { mImpl = this; }

  IRecurrenceLayer* addRecurrence(ITensor& initial) noexcept override;
  ITripLimitLayer* addTripLimit(ITensor& tensor, TripLimit limit) noexcept override;
  IIteratorLayer* addIterator(ITensor& tensor, int32_t axis, bool reverse) noexcept override;
  ILoopOutputLayer* addLoopOutput(ITensor& tensor, LoopOutput kind, int32_t axis) noexcept override;

  void lower(Lowering& to, const Scopes& scopes) const override;
  /// The tensor that counts iterations, or null.
  const Tensor* count() const;

 private:
  struct Body;
  void refuse(char const* function) const noexcept override;
  std::string condition(Lowering& to, const Scopes& scopes, const Tensor& tensor,
                        const std::vector<std::string>& states) const;
  void lower_output(Lowering& to, const Layer& output, const std::vector<std::string>& finals,
                    const std::string& stacked) const;

  Network& network_;
  // The boundary's layers; the network owns them.
  std::vector<Layer*> recurrences_, limits_, iterators_, outputs_;
};

}  // namespace riffle::tensorrt
