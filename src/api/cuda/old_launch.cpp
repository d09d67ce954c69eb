// SPDX-License-Identifier: Apache-2.0
// The way to launch of the first CUDA versions: a function keeps its block, shared memory and arguments until it is
// launched.
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <unordered_map>
#include <vector>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "api/cuda/texture_reference.h"
#include "base/mutex.h"
#include "cuda_bodies.h"
#include "runtime/module/module.h"

namespace riffle::api::cuda {
namespace {

constexpr std::size_t kArgumentBytesMost = 4096;

struct Setting {
  std::array<unsigned, 3> block = {1, 1, 1};
  unsigned shared_bytes = 0;
  std::size_t argument_bytes = 0;
  std::array<std::byte, kArgumentBytesMost> arguments{};
};

struct Settings {
  Mutex mutex;
  std::unordered_map<CUfunction, Setting> of RIFFLE_GUARDED_BY(mutex);
};

Settings& settings() {
  static Settings* const all = new Settings;  // as long as the process
  return *all;
}

CUresult check_function(CUfunction function) {
  const auto kernel = module::described_kernel_for(function, current_context().device());
  return kernel ? CUDA_SUCCESS : to_result(kernel.error());
}

template <class Change>
CUresult change(CUfunction function, Change&& apply) {
  if (const CUresult bad = check_function(function); bad != CUDA_SUCCESS) return bad;
  Settings& all = settings();
  const MutexLock lock(all.mutex);
  return apply(all.of[function]);
}

CUresult set_argument(CUfunction function, int offset, const void* bytes, std::size_t count) {
  return change(function, [&](Setting& setting) {
    if (bytes == nullptr || offset < 0) return CUDA_ERROR_INVALID_VALUE;
    if (static_cast<std::size_t>(offset) + count > kArgumentBytesMost)
      return CUDA_SUCCESS;  // no argument lies there: forgotten, as on hardware
    std::memcpy(setting.arguments.data() + offset, bytes, count);
    return CUDA_SUCCESS;
  });
}

}  // namespace

CUresult func_set_block_shape(CUfunction function, int x, int y, int z) {
  return change(function, [&](Setting& setting) {
    if (x <= 0 || y <= 0 || z <= 0) return CUDA_ERROR_INVALID_VALUE;
    setting.block = {static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>(z)};
    return CUDA_SUCCESS;
  });
}

CUresult func_set_shared_size(CUfunction function, unsigned int bytes) {
  return change(function, [&](Setting& setting) {
    setting.shared_bytes = bytes;
    return CUDA_SUCCESS;
  });
}

CUresult param_set_size(CUfunction function, unsigned int numbytes) {
  if (numbytes > kArgumentBytesMost) return CUDA_ERROR_INVALID_VALUE;
  return change(function, [&](Setting& setting) {
    setting.argument_bytes = numbytes;
    return CUDA_SUCCESS;
  });
}

CUresult param_seti(CUfunction function, int offset, unsigned int value) {
  return set_argument(function, offset, &value, sizeof value);
}

CUresult param_setf(CUfunction function, int offset, float value) {
  return set_argument(function, offset, &value, sizeof value);
}

CUresult param_setv(CUfunction function, int offset, void* ptr, unsigned int numbytes) {
  return set_argument(function, offset, ptr, numbytes);
}

// A function takes the references of its own module only, and has them already.
CUresult param_set_tex_ref(CUfunction function, int /*texunit*/, CUtexref texture) {
  if (const CUresult bad = check_function(function); bad != CUDA_SUCCESS) return bad;
  return is_of_module(texture) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult launch(CUfunction function) { return launch_grid(function, 1, 1); }

CUresult launch_grid(CUfunction function, int grid_width, int grid_height) {
  return launch_grid_async(function, grid_width, grid_height, nullptr);
}

CUresult launch_grid_async(CUfunction function, int grid_width, int grid_height, CUstream stream) {
  Setting setting;
  const CUresult known = change(function, [&](const Setting& kept) {
    setting = kept;
    return CUDA_SUCCESS;
  });
  if (known != CUDA_SUCCESS) return known;
  if (grid_width <= 0 || grid_height <= 0) return CUDA_ERROR_INVALID_VALUE;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, setting.arguments.data(),
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &setting.argument_bytes, CU_LAUNCH_PARAM_END};
  const auto kernel = module::described_kernel_for(function, current_context().device());
  const bool has_arguments = kernel && (*kernel)->described->parameter_count != 0;
  return launch_kernel(function, static_cast<unsigned>(grid_width),
                       static_cast<unsigned>(grid_height), 1, setting.block[0], setting.block[1],
                       setting.block[2], setting.shared_bytes, stream, nullptr,
                       has_arguments ? extra : nullptr);
}

}  // namespace riffle::api::cuda
