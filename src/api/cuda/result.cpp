// SPDX-License-Identifier: Apache-2.0
// What the driver answers: codes, their names and texts.
#include "api/cuda/result.h"

#include "cuda_bodies.h"

namespace riffle::api::cuda {
namespace {

struct Described {
  CUresult code;
  const char* name;
  const char* text;
};

constexpr Described kDescribed[] = {
#define RIFFLE_RESULT(code, text) {code, #code, text},
#include "api/table/results.def"
#undef RIFFLE_RESULT
};

const Described* describe(CUresult code) {
  for (const Described& entry : kDescribed) {
    if (entry.code == code) return &entry;
  }
  return nullptr;
}

}  // namespace

CUresult to_result(cudaError_t error) noexcept {
  switch (error) {
    case cudaSuccess:
      return CUDA_SUCCESS;
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidHostPointer:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidTexture:
    case cudaErrorInvalidTextureBinding:
    case cudaErrorInvalidChannelDescriptor:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidFilterSetting:
    case cudaErrorInvalidNormSetting:
      return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol:
      return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    default:
      break;
  }
  const auto same = static_cast<CUresult>(error);
  return describe(same) != nullptr ? same : CUDA_ERROR_UNKNOWN;
}

CUresult get_error_name(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const Described* const found = describe(error);
  *text = found != nullptr ? found->name : nullptr;
  return found != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult get_error_string(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const Described* const found = describe(error);
  *text = found != nullptr ? found->text : nullptr;
  return found != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace riffle::api::cuda
