// SPDX-License-Identifier: Apache-2.0
// An optimisation profile: for which dimensions of inputs an engine is built.
#pragma once

#include "libraries/tensorrt/runtime/plan.h"
#include "tensorrt_defaults.h"

namespace riffle::tensorrt {

class Profile final : public IOptimizationProfile, public OptimizationProfileDefaults {
 public:
  explicit Profile(const Log& log) : log_(log) { mImpl = this; }

  bool setDimensions(char const* name, OptProfileSelector select,
                     Dims const& dims) noexcept override;
  Dims getDimensions(char const* name, OptProfileSelector select) const noexcept override;
  bool setShapeValues(char const* name, OptProfileSelector select, int32_t const* values,
                      int32_t count) noexcept override;
  int32_t const* getShapeValues(char const* name,
                                OptProfileSelector select) const noexcept override;
  bool setShapeValuesV2(char const* name, OptProfileSelector select, int64_t const* values,
                        int32_t count) noexcept override;
  int64_t const* getShapeValuesV2(char const* name,
                                  OptProfileSelector select) const noexcept override;
  int32_t getNbShapeValues(char const* name) const noexcept override;
  bool isValid() const noexcept override;

  const ProfilePlan& plan() const { return plan_; }

 private:
  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  Range& range(char const* name);

  Log log_;
  ProfilePlan plan_;
  mutable std::vector<int32_t> narrow_;  ///< of the last call of getShapeValues
};

/// Why the ranges of a profile do not fit each other, or an empty text.
std::string fault_of(const ProfilePlan& profile);

}  // namespace riffle::tensorrt
