// SPDX-License-Identifier: Apache-2.0
// Dividing multiprocessors. Each is a core of its own: groups may have any size, down to one.
#include "api/cuda/dev_resource.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "api/cuda/entry.h"
#include "base/handle_table.h"
#include "cuda_bodies.h"

namespace riffle::api::cuda {
namespace {

constexpr std::uint8_t kDescriptorHandleKind = 0x35;

/// What the program does not see of a resource, in the part of the structure that is the driver's.
struct Hidden {
  std::uint32_t mark;
  std::int32_t device;
  bool is_part;  ///< of what was split
};
static_assert(sizeof(Hidden) <= sizeof CUdevResource::_internal_padding);
constexpr std::uint32_t kMark = 0x52666c44;

CUdevResource make_resource(const Hidden& hidden, unsigned count) {
  CUdevResource resource{};
  resource.type = CU_DEV_RESOURCE_TYPE_SM;
  resource.sm = {.smCount = count, .minSmPartitionSize = 1, .smCoscheduledAlignment = 1};
  std::memcpy(resource._internal_padding, &hidden, sizeof hidden);
  return resource;
}

Hidden hidden_of(const CUdevResource& resource) {
  Hidden hidden;
  std::memcpy(&hidden, resource._internal_padding, sizeof hidden);
  return hidden;
}

bool is_resource(const CUdevResource& resource) {
  return resource.type == CU_DEV_RESOURCE_TYPE_SM && hidden_of(resource).mark == kMark;
}

// Descriptors cannot be given back: they live as long as the process.
HandleTable<const Provision>& provisions() {
  static constinit HandleTable<const Provision> table(kDescriptorHandleKind);
  return table;
}

}  // namespace

CUdevResource multiprocessors_of(int device, unsigned count) {
  return make_resource({.mark = kMark, .device = device, .is_part = false}, count);
}

const Provision* find_provision(CUdevResourceDesc desc) { return provisions().find(desc); }

CUresult dev_sm_resource_split_by_count(CUdevResource* result, unsigned int* nb_groups,
                                        const CUdevResource* input, CUdevResource* remaining,
                                        unsigned int /*use_flags*/, unsigned int min_count) {
  if (nb_groups == nullptr || input == nullptr || (result != nullptr && *nb_groups == 0))
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_resource(*input)) return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  const unsigned whole = input->sm.smCount;  // the result may lie where the input does
  Hidden hidden = hidden_of(*input);
  // What was split must have become a context before it is split again.
  if (min_count > whole || hidden.is_part) return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  const unsigned size = std::max(min_count, 1U);
  const unsigned most = whole / size;
  const unsigned count = result != nullptr ? std::min(*nb_groups, most) : most;
  hidden.is_part = true;
  for (unsigned group = 0; result != nullptr && group < count; ++group)
    result[group] = make_resource(hidden, size);
  if (remaining != nullptr) {
    const unsigned rest = whole - count * size;
    *remaining = {};
    if (rest != 0) *remaining = make_resource(hidden, rest);
  }
  *nb_groups = count;
  return CUDA_SUCCESS;
}

CUresult dev_resource_generate_desc(CUdevResourceDesc* desc, CUdevResource* resources,
                                    unsigned int nb_resources) {
  if (desc == nullptr || resources == nullptr || nb_resources == 0) return CUDA_ERROR_INVALID_VALUE;
  const std::span<const CUdevResource> all(resources, nb_resources);
  if (!std::ranges::all_of(all, is_resource)) return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  const int device = hidden_of(all.front()).device;
  if (std::ranges::any_of(
          all, [&](const CUdevResource& one) { return hidden_of(one).device != device; }))
    return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  auto provision = std::make_unique<Provision>(Provision{.device = device});
  for (const CUdevResource& resource : all) provision->multiprocessors += resource.sm.smCount;
  const std::uintptr_t handle = provisions().insert(provision.get());
  if (handle == 0) return CUDA_ERROR_OUT_OF_MEMORY;
  provision.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *desc = reinterpret_cast<CUdevResourceDesc>(handle);
  return CUDA_SUCCESS;
}

}  // namespace riffle::api::cuda
