// SPDX-License-Identifier: Apache-2.0
// A formula in a string, computed for each element.
#pragma once

#include <riffle/detail/kernel_cache.h>
#include <riffle/function.h>

#include <array>
#include <cstddef>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <utility>

namespace riffle {

/// Options of a kernel that is made of a formula.
struct FormulaOptions {
  std::string preamble{};  ///< in front of the kernel: functions that the formula calls
  CompileOptions compile{};
};

/// PyCUDA's ElementwiseKernel: `ElementwiseKernel add("float *a, float *b, float *c", "c[i] = a[i] + b[i]")`, and then
/// `add(a, b, c)`. `i` is the number of the element, `n` how many there are: that of the arrays, which must all have as many.
/// Arguments are checked as those of a Function. It is compiled at its first call, once for each context; a CompileError
/// is thrown there.
class ElementwiseKernel {
 public:
  ElementwiseKernel(const std::string& arguments, const std::string& operation,
                    std::string name = "elementwise", const FormulaOptions& options = {})
      : name_(std::move(name)),
        declared_(detail::split_at_commas(arguments).size()),
        kernels_(std::make_shared<detail::IndexedKernels>(
            options.preamble + "\n__global__ void " + name_ + "(" + arguments + ", INDEX n) {\n" +
                detail::kThreadPerElement + "  " + operation + ";\n}\n",
            options.compile)) {}

  /// In the legacy default stream.
  template <typename... Rest>
  void operator()(detail::AnyArgument first, Rest&&... rest) const {
    run({}, std::array{first, detail::AnyArgument(std::forward<Rest>(rest))...});
  }

  /// The kernel for one stream: `add.on(stream)(a, b, c)`.
  class On {
   public:
    template <typename... Rest>
    void operator()(detail::AnyArgument first, Rest&&... rest) const {
      kernel_.run(stream_, std::array{first, detail::AnyArgument(std::forward<Rest>(rest))...});
    }

   private:
    friend class ElementwiseKernel;
    On(const ElementwiseKernel& kernel, StreamRef stream) : kernel_(kernel), stream_(stream) {}
    const ElementwiseKernel& kernel_;
    StreamRef stream_;
  };
  [[nodiscard]] On on(StreamRef stream) const { return {*this, stream}; }

 private:
  void run(StreamRef stream, std::span<const detail::AnyArgument> arguments) const {
    const std::source_location& where = arguments[0].where();
    const std::size_t elems = detail::common_elems(arguments, declared_, name_);
    const Function function = kernels_->module(elems, where).get_function(name_, where);
    std::vector<detail::AnyArgument> all(arguments.begin(), arguments.end());
    const int narrow = static_cast<int>(elems);
    const auto wide = static_cast<long long>(elems);
    if (elems <= detail::kMaxIntElems) {
      all.emplace_back(narrow);
    } else {
      all.emplace_back(wide);
    }
    function.call(detail::Count(elems).launch(stream, where), all);
  }

  std::string name_;
  std::size_t declared_;
  std::shared_ptr<detail::IndexedKernels> kernels_;
};

}  // namespace riffle
