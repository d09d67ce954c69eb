// SPDX-License-Identifier: Apache-2.0
// NVRTC's options: each is honoured, accepted where it changes nothing on a CPU, or refused with NVRTC's words.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace riffle::nvrtc {

struct NvrtcOptions {
  std::string architecture = "sm_75";  ///< as sm_80
  bool is_virtual = true;              ///< compute_80: no image for a device, only PTX
  std::string standard = "c++17";
  std::uint32_t flags = 0;           ///< compiler::FrontFlags
  std::vector<std::string> macros;   ///< -DNAME=VALUE, -UNAME
  std::vector<std::string> folders;  ///< -I
  std::vector<std::string> first_headers;
  std::vector<std::string> severities;  ///< of warnings: s177, e177, w177
  std::string time_file;                ///< --time
  std::string time_trace_file;          ///< --fdevice-time-trace, with its suffix
  std::string used_header;              ///< --use-pch
  std::string made_header;              ///< --create-pch
  std::string header_folder;            ///< --pch-dir
  bool finds_headers = false;           ///< --pch
  bool reports_headers = true;          ///< --pch-messages
  bool wants_lto_ir = false;            ///< -dlto: neither PTX nor an image for a device
  bool uses_cache = true;
  std::string warnings;  ///< for the log
};

/// Everything that was given, or what NVRTC says of the first mistake. A null pointer among them is one.
std::expected<NvrtcOptions, std::string> parse_options(std::span<const char* const> given);

/// The architectures that --gpu-architecture takes, in ascending order: 75, 80, ...
std::span<const int> supported_architectures();

}  // namespace riffle::nvrtc
