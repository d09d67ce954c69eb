// SPDX-License-Identifier: Apache-2.0
#include "api/cuda/arguments.h"

#include <cstddef>
#include <span>

#include "api/cuda/context.h"
#include "api/cuda/result.h"
#include "device/cpu/limits.h"
#include "runtime/engine/observer.h"
#include "runtime/module/module.h"

namespace riffle::api::cuda {
namespace {

struct Buffer {
  std::byte* begin = nullptr;
  const std::size_t* bytes = nullptr;
};

std::expected<Buffer, CUresult> buffer_in(void** extra) {
  Buffer buffer;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer.begin = static_cast<std::byte*>(extra[1]);
    } else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) {
      buffer.bytes = static_cast<const std::size_t*>(extra[1]);
    } else {
      return std::unexpected(CUDA_ERROR_INVALID_VALUE);
    }
  }
  return buffer;
}

}  // namespace

std::expected<LaunchArguments, CUresult> LaunchArguments::make(CUfunction function, void** params,
                                                               void** extra) {
  LaunchArguments made;
  made.params_ = params;
  if (params != nullptr && extra == nullptr) return made;
  const auto kernel = module::described_kernel_for(function, current_context().device());
  if (!kernel) return std::unexpected(to_result(kernel.error()));
  if (extra != nullptr && *extra == CU_LAUNCH_PARAM_END) extra = nullptr;  // an empty list is none
  if (params != nullptr && extra == nullptr) return made;
  if (params != nullptr) return std::unexpected(CUDA_ERROR_INVALID_VALUE);
  const abi::KernelRow& given = *(*kernel)->described;
  if (extra == nullptr) {
    if (given.parameter_count != 0) return std::unexpected(CUDA_ERROR_INVALID_VALUE);
    return made;
  }
  const auto buffer = buffer_in(extra);
  if (!buffer) return std::unexpected(buffer.error());
  if (buffer->begin == nullptr || buffer->bytes == nullptr)
    return std::unexpected(CUDA_ERROR_INVALID_VALUE);
  const std::span<const abi::ParameterSlot> parameters(given.parameters, given.parameter_count);
  const std::size_t needed =
      parameters.empty() ? 0 : parameters.back().offset + parameters.back().size;
  if (*buffer->bytes != needed)
    engine::notify_wrong_argument_bytes(given.name, *buffer->bytes, needed);
  if (*buffer->bytes > device::kMaxArgumentBytes)  // of any kernel
    return std::unexpected(CUDA_ERROR_INVALID_VALUE);
  if (*buffer->bytes > needed) return std::unexpected(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  made.copy_.assign(buffer->begin, buffer->begin + *buffer->bytes);
  made.copy_.resize(needed);
  for (const abi::ParameterSlot& parameter : parameters)
    made.own_.push_back(made.copy_.data() + parameter.offset);
  return made;
}

}  // namespace riffle::api::cuda
