// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/machine_memory.h"

#include <sys/sysinfo.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

#include "base/options.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

std::size_t read_number(const char* path) {
  std::ifstream file(path);
  std::size_t value = 0;
  return file >> value ? value : kNoLimit;  // "max" is not a number
}

std::size_t meminfo_bytes(std::string_view key) {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::size_t kibibytes = 0;
  std::string unit;
  while (file >> name >> kibibytes) {
    if (name == key) return kibibytes * 1024;
    std::getline(file, unit);
  }
  return kNoLimit;
}

// Control groups of version 2, as seen from inside a container, where the root is the container's
// own.
std::size_t group_limit_bytes() { return read_number("/sys/fs/cgroup/memory.max"); }

std::size_t group_available_bytes() {
  const std::size_t limit = group_limit_bytes();
  const std::size_t current = limit == kNoLimit ? 0 : read_number("/sys/fs/cgroup/memory.current");
  return limit == kNoLimit || current == kNoLimit ? kNoLimit : limit - std::min(limit, current);
}

}  // namespace

std::size_t total_machine_bytes() {
  struct sysinfo machine = {};
  const std::size_t physical = sysinfo(&machine) == 0
                                   ? std::size_t{machine.totalram} * machine.mem_unit
                                   : std::size_t{1} << 30;
  return std::min(physical, group_limit_bytes());
}

std::size_t available_machine_bytes() {
  return std::min(meminfo_bytes("MemAvailable:"), group_available_bytes());
}

std::size_t device_memory_bytes(std::size_t devices) {
  if (options().memory_bytes != 0) return options().memory_bytes;
  return total_machine_bytes() / 4 * 3 / std::max<std::size_t>(devices, 1);
}

}  // namespace riffle::memory
