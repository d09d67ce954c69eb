// SPDX-License-Identifier: Apache-2.0
// The buffers that a program gives for what is said about its device code while that is loaded or linked.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/status.h"

namespace riffle::api::cudart {

/// One buffer of the program's, and where it wants to know how much of it was filled.
class JitLog {
 public:
  void set_buffer(void* buffer) { buffer_ = static_cast<char*>(buffer); }
  /// `value`: the buffer's size at first, then the length of the text in it; of one that was cut off, the size.
  void set_size(void** value);
  /// Has a size if it has a buffer.
  [[nodiscard]] bool is_complete() const { return buffer_ == nullptr || written_ != nullptr; }
  [[nodiscard]] bool has_room() const { return buffer_ != nullptr && bytes_ != 0; }
  /// What does not fit is left out; without a size nothing is written.
  void write(std::string_view text) const;

 private:
  char* buffer_ = nullptr;
  std::size_t bytes_ = 0;
  void** written_ = nullptr;
};

struct JitLogs {
  /// Some hundred times what there are: more is no number of options, and whoever reads so many leaves their array.
  static constexpr unsigned kMostOptions = 4096;

  JitLog information;
  JitLog errors;

  /// Known options, and a size for each buffer.
  template <class Option>
  [[nodiscard]] static bool are_options(const Option* options, void* const* values,
                                        unsigned count) {
    if (count != 0 && (options == nullptr || values == nullptr)) return false;
    if (count > kMostOptions) return false;
    JitLogs logs;
    for (unsigned i = 0; i < count; ++i) {
      void* value = values[i];
      if (!is_known(static_cast<int>(options[i]))) return false;
      logs.take(static_cast<int>(options[i]), value);
    }
    return logs.information.is_complete() && logs.errors.is_complete();
  }
  /// CUjit_option and cudaJitOption have the same numbers; a null `values` has no logs.
  template <class Option>
  static JitLogs among(const Option* options, void** values, unsigned count) {
    JitLogs logs;
    for (unsigned i = 0; i < count && values != nullptr; ++i)
      logs.take(static_cast<int>(options[i]), values[i]);
    logs.write_nothing();
    return logs;
  }
  /// Nothing is written but what went wrong. Code for NVIDIA's processors alone is also said once on stderr where the
  /// program has no room for the reason: its error does not say how to compile.
  void write(const Error& problem) const;
  /// Nothing went wrong.
  void write_nothing() const {
    information.write({});
    errors.write({});
  }

 private:
  [[nodiscard]] static bool is_known(int option);
  void take(int option, void*& value);
};

}  // namespace riffle::api::cudart
