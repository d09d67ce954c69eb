// SPDX-License-Identifier: Apache-2.0
// The device linker, as its callers use it: loads libriffle_compiler.so when it is first needed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "compiler/cache/disk_cache.h"
#include "compiler/device_link/entry.h"

namespace riffle::compiler {

/// An object, a static library, or device code alone.
struct LinkInput {
  std::string name;                    ///< for errors
  std::optional<std::string> content;  ///< without it `name` is a path
};

struct LinkedDeviceCode {
  std::string image;                       ///< empty: the inputs have no device code
  std::vector<std::string> registrations;  ///< functions that the objects call to register
};

/// Links device code into one image. `library`: as in library.h's library_symbol. Errors: kJitCompilationFailed, with a line
/// for each symbol that is missing or defined twice; kInvalidKernelImage (a damaged fat binary);
/// kUnsupportedPtxVersion; kOperatingSystem. Thread-safe.
Result<LinkedDeviceCode> link_device_code(const std::string& library,
                                          std::span<const LinkInput> inputs,
                                          LinkWords words = LinkWords::kOwn);

/// PTX of another compiler, as text or in a fat binary, as an image that can be linked. Errors: those of link_device_code,
/// with the line. Thread-safe.
Result<std::string> translate_text(const std::string& library, std::string text);

/// The image that PTX of another compiler is, as text or in a fat binary, complete by itself: translated, or, of large text,
/// `ptx` behind an ImageHeader that says so; docs/ptx.md says what is checked then. What `cache` knows is not read,
/// nor decompressed: its hash is enough. Errors: those of link_device_code, with the line. Thread-safe.
Result<std::vector<std::byte>> image_of_ptx(const std::string& library, std::string_view ptx,
                                            const DiskCache& cache = DiskCache::of_options());

}  // namespace riffle::compiler
