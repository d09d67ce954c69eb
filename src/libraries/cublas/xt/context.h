// SPDX-License-Identifier: Apache-2.0
// A handle of cuBLASXt, and how a routine's tiles get to its devices.
#pragma once

#include <mutex>
#include <vector>

#include <cublasXt.h>

#include "libraries/cublas/handle.h"
#include "libraries/cublas/operation.h"

namespace riffle::cublas::xt {

/// A device with a stream of its own, which waits for the legacy default stream as others do.
class XtDevice {
 public:
  explicit XtDevice(int number) : number_(number) {}
  ~XtDevice();
  XtDevice(XtDevice&& other) noexcept;
  XtDevice(const XtDevice&) = delete;
  XtDevice& operator=(const XtDevice&) = delete;
  XtDevice& operator=(XtDevice&&) = delete;

  [[nodiscard]] bool start();
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] cublasHandle_t handle() { return &handle_; }

 private:
  int number_;
  cublasContext handle_;
};

constexpr int kTypes = 4;  // of cublasXtOpType_t

template <class T>
constexpr int kTypeNumber = CUBLASXT_FLOAT;
template <>
inline constexpr int kTypeNumber<double> = CUBLASXT_DOUBLE;
template <>
inline constexpr int kTypeNumber<cuComplex> = CUBLASXT_COMPLEX;
template <>
inline constexpr int kTypeNumber<cuDoubleComplex> = CUBLASXT_DOUBLECOMPLEX;

/// Makes the device that was current when it began current again.
class CurrentDevice {
 public:
  CurrentDevice() { static_cast<void>(cudaGetDevice(&number_)); }
  ~CurrentDevice() { static_cast<void>(cudaSetDevice(number_)); }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

 private:
  int number_ = 0;
};

}  // namespace riffle::cublas::xt

struct cublasXtContext {
  std::mutex mutex;  ///< held by each routine: the rest is guarded by it
  std::vector<riffle::cublas::xt::XtDevice> devices;
  int block_dim = 1024;
  cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
  void* host_gemm[riffle::cublas::xt::kTypes] = {};
  float host_share[riffle::cublas::xt::kTypes] = {};
};

namespace riffle::cublas::xt {

/// Deals the tiles of one routine to the devices in turn, and waits for them.
class Tiles {
 public:
  explicit Tiles(cublasXtHandle_t xt) : xt_(xt) {}
  /// What an exception leaves behind is waited for, too: it uses memory of the caller.
  ~Tiles() { static_cast<void>(finish()); }
  Tiles(const Tiles&) = delete;
  Tiles& operator=(const Tiles&) = delete;

  [[nodiscard]] Size block() const { return xt_->block_dim; }
  /// Calls `work(handle)` with the handle of the next device; after a failure nothing more.
  template <class Work>
  void deal(Work work) {
    if (status_ != CUBLAS_STATUS_SUCCESS) return;
    XtDevice& device = xt_->devices[next_++ % xt_->devices.size()];
    status_ = cudaSetDevice(device.number()) == cudaSuccess ? work(device.handle())
                                                            : CUBLAS_STATUS_EXECUTION_FAILED;
  }
  /// For ranges [first, first + size) of so many.
  template <class Use>
  void for_each_range(Size count, Use use) {
    for (Size first = 0; first < count; first += block())
      use(first, std::min(block(), count - first));
  }
  [[nodiscard]] cublasStatus_t finish();

 private:
  const cublasXtHandle_t xt_;
  const CurrentDevice current_;
  std::size_t next_ = 0;
  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
};

}  // namespace riffle::cublas::xt
