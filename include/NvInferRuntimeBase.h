// SPDX-License-Identifier: Apache-2.0
// What all of TensorRT's interface stands on: types of data, dimensions, versions of interfaces, the error recorder.
#ifndef NV_INFER_RUNTIME_BASE_H
#define NV_INFER_RUNTIME_BASE_H

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "NvInferVersion.h"

// Riffle runs what TensorRT calls deprecated as well as the rest, so that nothing warns.
#define TRT_DEPRECATED
#define TRT_DEPRECATED_BECAUSE(REASON)
#define TRT_DEPRECATED_ENUM
#define TRT_DEPRECATED_API __attribute__((visibility("default")))
#if __cplusplus >= 201603L
#define TRT_NODISCARD [[nodiscard]]
#else
#define TRT_NODISCARD
#endif
#define TRT_NODISCARD_BECAUSE(REASON) TRT_NODISCARD
#ifdef TENSORRT_BUILD_LIB
#define TENSORRTAPI __attribute__((visibility("default")))
#else
#define TENSORRTAPI
#endif
#define TRTNOEXCEPT

extern "C" {
struct cublasContext;
struct cudnnContext;
}

#define NV_TENSORRT_VERSION_INT(major, minor, patch) \
  ((major) * 10000L + (minor) * 100L + (patch) * 1L)
#define NV_TENSORRT_VERSION \
  NV_TENSORRT_VERSION_INT(NV_TENSORRT_MAJOR, NV_TENSORRT_MINOR, NV_TENSORRT_PATCH)

namespace nvinfer1 {

using char_t = char;
using AsciiChar = char_t;

namespace impl {
template <typename T>
struct EnumMaxImpl;
}  // namespace impl

/// The number of values of an enumeration.
template <typename T>
constexpr int32_t EnumMax() noexcept {
  return impl::EnumMaxImpl<T>::kVALUE;
}

/// Dimensions of a tensor; -1 is one that is known at run time.
class Dims64 {
 public:
  static constexpr int32_t MAX_DIMS{8};
  int32_t nbDims;
  int64_t d[MAX_DIMS];
};
using Dims = Dims64;

}  // namespace nvinfer1

#include "riffle_infer/enumerations.h"

namespace nvinfer1 {

using InterfaceKind = char const*;
class InterfaceInfo {
 public:
  InterfaceKind kind;
  int32_t major;
  int32_t minor;
};

/// The base of what programs implement and the library calls.
class IVersionedInterface {
 public:
  virtual APILanguage getAPILanguage() const noexcept { return APILanguage::kCPP; }
  virtual InterfaceInfo getInterfaceInfo() const noexcept = 0;
  virtual ~IVersionedInterface() noexcept = default;

 protected:
  IVersionedInterface() = default;
  IVersionedInterface(IVersionedInterface const&) = default;
  IVersionedInterface(IVersionedInterface&&) = default;
  IVersionedInterface& operator=(IVersionedInterface const&) & = default;
  IVersionedInterface& operator=(IVersionedInterface&&) & = default;
};

namespace v_1_0 {

/// A program's own record of what went wrong.
class IErrorRecorder : public IVersionedInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override {
    return InterfaceInfo{"IErrorRecorder", 1, 0};
  }

  using ErrorDesc = char const*;
  using RefCount = int32_t;
  static constexpr size_t kMAX_DESC_LENGTH{127U};

  IErrorRecorder() = default;
  ~IErrorRecorder() noexcept override = default;

  virtual int32_t getNbErrors() const noexcept = 0;
  virtual ErrorCode getErrorCode(int32_t errorIdx) const noexcept = 0;
  virtual ErrorDesc getErrorDesc(int32_t errorIdx) const noexcept = 0;
  virtual bool hasOverflowed() const noexcept = 0;
  virtual void clear() noexcept = 0;
  /// Returns whether what is being done should end.
  virtual bool reportError(ErrorCode val, ErrorDesc desc) noexcept = 0;
  virtual RefCount incRefCount() noexcept = 0;
  virtual RefCount decRefCount() noexcept = 0;

 protected:
  IErrorRecorder(IErrorRecorder const&) = default;
  IErrorRecorder(IErrorRecorder&&) = default;
  IErrorRecorder& operator=(IErrorRecorder const&) & = default;
  IErrorRecorder& operator=(IErrorRecorder&&) & = default;
};

}  // namespace v_1_0
using IErrorRecorder = v_1_0::IErrorRecorder;

}  // namespace nvinfer1

/// The version as NV_TENSORRT_VERSION counts it.
extern "C" TENSORRTAPI int32_t getInferLibVersion() noexcept;

#endif
