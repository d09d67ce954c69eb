// SPDX-License-Identifier: Apache-2.0
// The device linker's door in libriffle_compiler.so: objects in, one device image's code out. Plain C
// types, as in jit/entry.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::compiler {

/// An object, a static library or a file of device code; one without such code is fine.
struct DeviceLinkInput {
  const char* name;     ///< for errors; a path when there is no content
  const char* content;  ///< may be null
  std::size_t content_bytes;
};

/// How a missing symbol is told: as C++ writes it, or in the words of the driver's log, which programs compare.
enum class LinkWords : std::uint32_t { kOwn, kDriver };

struct DeviceLinkRequest {
  const DeviceLinkInput* inputs;
  std::size_t input_count;
  LinkWords words;
  /// Nothing is linked: the one input comes back as it is, PTX of another compiler translated.
  bool translates_only;
  /// The one input is PTX of another compiler, a whole image. Large text is checked as far as that is quick, and stays what it is:
  /// the reply says kImageText, and has no bitcode.
  bool may_leave_text;
};

struct DeviceLinkReply {
  void*
      bitcode;  ///< from malloc, owned by the caller; null on failure, or when there is no such code
  std::size_t bitcode_bytes;
  std::uint32_t image_flags;
  std::uint32_t cuda_arch;
  std::uint32_t optimization_level;
  /// What the constructors of the objects call to register, one name a line; from malloc.
  char* registrations;
  char* error_text;       ///< from malloc, a line for each error; null on success
  bool input_is_damaged;  ///< that is the error
};

using DeviceLinkFunction = void(const DeviceLinkRequest*, DeviceLinkReply*);
inline constexpr const char* kDeviceLinkSymbol = "riffle_device_link";

}  // namespace riffle::compiler
