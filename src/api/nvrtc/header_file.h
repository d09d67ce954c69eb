// SPDX-License-Identifier: Apache-2.0
// Precompiled header files as programs ask for them: --pch, --create-pch, --use-pch. Riffle's headers are precompiled whoever
// asks, and whole compilations are kept on disk; such a file makes nothing faster and holds no code. It says what it stands
// for - the options and the directives that a program begins with - so that whoever makes one and uses it is answered as
// by NVRTC.
#pragma once

#include <nvrtc.h>

#include <cstddef>
#include <string>

namespace riffle::nvrtc {

struct NvrtcOptions;

struct HeaderFile {
  std::string log{};  ///< in front of the compiler's messages
  /// NVRTC_ERROR_COMPILATION: the file cannot be opened, nothing is compiled.
  nvrtcResult result = NVRTC_SUCCESS;
  nvrtcResult create_status = NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED;
  std::size_t heap_bytes = 0;  ///< that making it took
};

/// What the options say about header files is done for the program called `name`. Thread-safe.
HeaderFile header_file(const std::string& source, const std::string& name,
                       const NvrtcOptions& options);

}  // namespace riffle::nvrtc
