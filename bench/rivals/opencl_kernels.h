// SPDX-License-Identifier: Apache-2.0
// Kernels in OpenCL C on the processor: what a benchmark of kernels needs of OpenCL.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>

namespace rivals {

struct Extent {
  std::size_t x = 1, y = 1, z = 1;
};

/// The kernels of one source. Arrays are the rivals' own: nothing is copied.
class OpenClKernels {
 public:
  explicit OpenClKernels(const char* source);
  ~OpenClKernels();

  /// False: no device, no source (first versions have none), or a source that does not build. Nothing else may be called then.
  bool exists() const;
  /// Makes `bytes` at `memory` an array that kernels can be given; aligned to a page.
  void share(void* memory, std::size_t bytes);

  class Argument {
   public:
    template <typename T>
    Argument(const T& value)
        : value_(&value), bytes_(sizeof value) {}  // NOLINT: a list of any types
    template <typename T>
    Argument(T* const& array) : value_(array), bytes_(0) {}  // NOLINT

   private:
    friend class OpenClKernels;
    const void* value_;
    std::size_t bytes_;  // 0: an array that was shared
  };
  void launch(const char* kernel, Extent blocks, Extent block,
              std::initializer_list<Argument> arguments);
  /// By OpenCL's own calls, as a program does that copies in and out.
  void copy_in(void* array, const void* from, std::size_t bytes);
  void copy_out(const void* array, void* to, std::size_t bytes);
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rivals
