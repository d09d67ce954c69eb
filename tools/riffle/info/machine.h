// SPDX-License-Identifier: Apache-2.0
// What `riffle info` reports, gathered.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace riffle::tool {

struct ListedDevice {
  std::string name;
  std::string compute_capability;
  std::uint64_t memory_bytes = 0;
  int multiprocessors = 0;
};

struct CacheUse {
  std::string folder;
  std::uint64_t bytes = 0;
  int kernel_modules = 0;
  int programs = 0;
};

struct Machine {
  std::string cpu_name;
  int cores = 0;  ///< that this process may use
  int vector_bits = 0;
  std::string vector_set;
  std::string cuda_level;
  std::string clang_version;  ///< empty: not installed
  std::string clang_path;
  std::vector<ListedDevice> devices;
  std::string devices_error;  ///< why the runtime could not be asked
  CacheUse cache;
};

Machine look_at_machine();
/// Its processor alone: name, cores, vectors.
Machine look_at_processor();

// Asks a CUDA runtime library for its devices.

/// Loads `library` and fills `devices`; `failure` says why not.
void query_devices(const std::string& library, std::vector<ListedDevice>& devices,
                   std::string& failure);

}  // namespace riffle::tool
