// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/builder/profile.h"

#include <algorithm>

namespace riffle::tensorrt {
namespace {

Dims& of(Range& range, OptProfileSelector select) {
  return select == OptProfileSelector::kMIN   ? range.min
         : select == OptProfileSelector::kOPT ? range.opt
                                              : range.max;
}
std::vector<std::int64_t>& values_of(Range& range, OptProfileSelector select) {
  return select == OptProfileSelector::kMIN   ? range.min_values
         : select == OptProfileSelector::kOPT ? range.opt_values
                                              : range.max_values;
}

bool is_ordered(const Dims& a, const Dims& b) {
  if (a.nbDims != b.nbDims) return false;
  for (int i = 0; i < a.nbDims; ++i)
    if (a.d[i] < 0 || a.d[i] > b.d[i]) return false;
  return true;
}

}  // namespace

std::string fault_of(const ProfilePlan& profile) {
  for (const Range& range : profile.ranges) {
    const bool has_dims = range.min.nbDims >= 0 || range.opt.nbDims >= 0 || range.max.nbDims >= 0;
    if (has_dims && (!is_ordered(range.min, range.opt) || !is_ordered(range.opt, range.max)))
      return joined("input '", range.name, "' has minimum ", text_of(range.min), ", optimum ",
                    text_of(range.opt), " and maximum ", text_of(range.max),
                    ": expected each to be at most the next");
    if (range.min_values.size() != range.opt_values.size() ||
        range.opt_values.size() != range.max_values.size())
      return joined("input '", range.name, "' has different numbers of values");
  }
  return {};
}

Range& Profile::range(char const* name) {
  const auto found = std::ranges::find(plan_.ranges, name, &Range::name);
  if (found != plan_.ranges.end()) return *found;
  Range& made = plan_.ranges.emplace_back();
  made.name = name;
  made.min.nbDims = made.opt.nbDims = made.max.nbDims = -1;
  return made;
}

namespace {

void check_values(char const* name, const void* values, int32_t count) {
  if (name == nullptr) throw Failure(ErrorCode::kINVALID_ARGUMENT, "the name is null");
  if (count < 0 || (count > 0 && values == nullptr))
    throw Failure(
        ErrorCode::kINVALID_ARGUMENT,
        joined("input '", name,
               "': ", count < 0 ? joined("expected values, got ", count) : "the values are null"));
}

}  // namespace

bool Profile::setDimensions(char const* name, OptProfileSelector select,
                            Dims const& dims) noexcept {
  return guarded(log_, "IOptimizationProfile::setDimensions", [&] {
    if (name == nullptr) throw Failure(ErrorCode::kINVALID_ARGUMENT, "the name is null");
    if (dims.nbDims < 0 || dims.nbDims > Dims::MAX_DIMS)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("input '", name, "': expected 0 to ", Dims::MAX_DIMS,
                           " dimensions, got ", dims.nbDims));
    of(range(name), select) = dims;
    return true;
  });
}
Dims Profile::getDimensions(char const* name, OptProfileSelector select) const noexcept {
  const Range* const found = name == nullptr ? nullptr : plan_.find(name);
  return found == nullptr ? Dims{-1, {}} : of(const_cast<Range&>(*found), select);
}

bool Profile::setShapeValuesV2(char const* name, OptProfileSelector select, int64_t const* values,
                               int32_t count) noexcept {
  return guarded(log_, "IOptimizationProfile::setShapeValues", [&] {
    check_values(name, values, count);
    values_of(range(name), select).assign(values, values + count);
    return true;
  });
}
bool Profile::setShapeValues(char const* name, OptProfileSelector select, int32_t const* values,
                             int32_t count) noexcept {
  return guarded(log_, "IOptimizationProfile::setShapeValues", [&] {
    check_values(name, values, count);
    const std::vector<int64_t> wide(values, values + count);
    return setShapeValuesV2(name, select, wide.data(), count);
  });
}

int64_t const* Profile::getShapeValuesV2(char const* name,
                                         OptProfileSelector select) const noexcept {
  const Range* const found = name == nullptr ? nullptr : plan_.find(name);
  if (found == nullptr) return nullptr;
  const auto& values = values_of(const_cast<Range&>(*found), select);
  return values.empty() ? nullptr : values.data();
}
int32_t const* Profile::getShapeValues(char const* name, OptProfileSelector select) const noexcept {
  const int64_t* const wide = getShapeValuesV2(name, select);
  if (wide == nullptr) return nullptr;
  return guarded(log_, "IOptimizationProfile::getShapeValues", [&]() -> int32_t const* {
    narrow_.assign(wide, wide + getNbShapeValues(name));
    return narrow_.data();
  });
}
int32_t Profile::getNbShapeValues(char const* name) const noexcept {
  const Range* const found = name == nullptr ? nullptr : plan_.find(name);
  return found == nullptr || found->min_values.empty()
             ? -1
             : static_cast<int32_t>(found->min_values.size());
}

bool Profile::isValid() const noexcept {
  return guarded(log_, "IOptimizationProfile::isValid", [&] { return fault_of(plan_).empty(); });
}

}  // namespace riffle::tensorrt
