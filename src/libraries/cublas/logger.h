// SPDX-License-Identifier: Apache-2.0
// The log of calls: what each exported routine is called with, for a callback of the program's, a file and the standard
// streams. Its lines are as NVIDIA's library writes them.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <cublas_api.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace riffle::cublas {

namespace detail {
extern std::atomic<bool> logging;
}
[[nodiscard]] inline bool is_logging() {
  return detail::logging.load(
      std::memory_order_relaxed);  // a late line more or less does not matter
}

/// One call: its signature, its arguments, then when and by whom.
class LoggedCall {
 public:
  explicit LoggedCall(std::string signature) : signature_(std::move(signature)) {}
  void write() const;

  /// `declared` is the parameter as it is declared: "const float* alpha".
  template <class T>
  void argument(std::string_view declared, const T& value) {
    if constexpr (std::is_same_v<T, cublasHandle_t>) handle_ = value;
    std::ostringstream text;
    if constexpr (std::is_pointer_v<T>)
      text << "POINTER (IN HEX:0x" << address(reinterpret_cast<const void*>(value)) << ')';
    else if constexpr (std::is_enum_v<T>)
      text << name_of(value) << '(' << static_cast<int>(value) << ')';
    else if constexpr (std::is_same_v<T, cuComplex> || std::is_same_v<T, cuDoubleComplex>)
      text << '(' << value.x << ',' << value.y << ')';
    else
      text << value;
    add(declared, text.str());
  }

 private:
  static std::string address(const void* pointer);
  static const char* name_of(cublasOperation_t value);
  static const char* name_of(cublasFillMode_t value);
  static const char* name_of(cublasDiagType_t value);
  static const char* name_of(cublasSideMode_t value);
  template <class Other>
  static const char* name_of(Other) {
    return "";
  }
  void add(std::string_view declared, const std::string& value);

  std::string signature_, arguments_;
  cublasHandle_t handle_ = nullptr;
};

/// `declared` has the parameters as they are declared, with commas between them. A line that there is no memory for is lost.
template <class... Arguments>
void log_call(std::string_view result_and_name, std::string_view types, std::string_view declared,
              const Arguments&... arguments) noexcept {
  try {
    std::string signature(result_and_name);
    LoggedCall call(signature.append("(").append(types).append(")"));
    const auto next = [&declared] {
      const std::size_t comma = declared.find(',');
      const std::string_view one = declared.substr(0, comma);
      declared.remove_prefix(comma == std::string_view::npos ? declared.size() : comma + 1);
      return one;
    };
    (call.argument(next(), arguments), ...);
    call.write();
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace riffle::cublas

using riffle::cublas::is_logging;
using riffle::cublas::log_call;
