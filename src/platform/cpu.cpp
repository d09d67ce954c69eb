// SPDX-License-Identifier: Apache-2.0
#include "platform/cpu.h"

#include <cpuid.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>

namespace riffle::platform {
namespace {

cpu_set_t read_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) CPU_SET(0, &set);
  return set;
}

// At load: before main, thus before the program can pin its threads.
[[gnu::constructor]] void remember_affinity() { (void)cpus_at_load(); }

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// Least quota on the way from this process's control group (version 2) to the root; 0: none.
unsigned quota_of_process() {
  std::ifstream groups("/proc/self/cgroup");
  std::string line;
  std::string path;
  while (std::getline(groups, line))
    if (line.starts_with("0::")) path = line.substr(3);
  unsigned least = 0;
  const auto consider = [&least](unsigned cores) {
    if (cores != 0) least = least == 0 ? cores : std::min(least, cores);
  };
  for (;;) {
    consider(cores_of_quota(first_line("/sys/fs/cgroup" + path + "/cpu.max")));
    if (path.empty() || path == "/") break;
    path.resize(path.rfind('/'));
  }
  // Version 1, as containers see their own group.
  const std::string quota = first_line("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  if (!quota.empty())
    consider(cores_of_quota(quota + " " + first_line("/sys/fs/cgroup/cpu/cpu.cfs_period_us")));
  return least;
}

/// Which register state the operating system saves (XCR0).
std::uint64_t saved_state() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0) return 0;
  std::uint32_t low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

}  // namespace

const cpu_set_t& cpus_at_load() {
  static const cpu_set_t set = read_affinity();
  return set;
}

bool has_numa_node(int node) {
  const std::string folder = "/sys/devices/system/node/node" + std::to_string(node);
  return node == 0 || (node > 0 && access(folder.c_str(), F_OK) == 0);
}

unsigned cores_of_quota(const std::string& cpu_max) {
  std::istringstream words(cpu_max);
  std::int64_t quota = 0;
  std::int64_t period = 0;
  if (!(words >> quota >> period) || quota <= 0 || period <= 0) return 0;  // "max 100000", or -1
  return static_cast<unsigned>((quota + period - 1) / period);
}

unsigned usable_cores() {
  static const unsigned cores = [] {
    const auto allowed = static_cast<unsigned>(CPU_COUNT(&cpus_at_load()));
    const unsigned quota = quota_of_process();
    return std::max(1u, quota == 0 ? allowed : std::min(allowed, quota));
  }();
  return cores;
}

CpuPlace current_cpu_place() {
  static const auto numbers = [] {
    std::array<std::uint16_t, CPU_SETSIZE> before{};
    std::uint16_t seen = 0;
    for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      before[cpu] = seen;
      seen = static_cast<std::uint16_t>(seen + (CPU_ISSET(cpu, &cpus_at_load()) ? 1 : 0));
    }
    return before;
  }();
  static const auto all = std::max(1U, static_cast<unsigned>(CPU_COUNT(&cpus_at_load())));
  const int cpu = ::sched_getcpu();
  const unsigned number = cpu < 0 || cpu >= CPU_SETSIZE ? 0 : numbers[static_cast<unsigned>(cpu)];
  return {std::min(number, all - 1), all};
}

std::string cpu_name() {
  char name[49] = {};
  for (unsigned leaf = 0; leaf < 3; ++leaf) {
    unsigned registers[4] = {};
    if (__get_cpuid(0x80000002 + leaf, &registers[0], &registers[1], &registers[2],
                    &registers[3]) == 0)
      return "x86-64";
    std::memcpy(name + std::size_t{16} * leaf, registers, 16);
  }
  std::string text(name);
  text.erase(text.find_last_not_of(' ') + 1);
  return text.empty() ? "x86-64" : text;
}

unsigned vector_bits() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const std::uint64_t state = saved_state();
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return 128;
  constexpr std::uint64_t kAvx = 0x6, kAvx512 = 0xe6;
  if ((b & bit_AVX512F) != 0 && (state & kAvx512) == kAvx512) return 512;
  if ((b & bit_AVX2) != 0 && (state & kAvx) == kAvx) return 256;
  return 128;
}

std::size_t cache_share_bytes() {
  static const auto bytes =
      static_cast<std::size_t>(std::clamp(sysconf(_SC_LEVEL3_CACHE_SIZE), 4L << 20, 32L << 20));
  return bytes;
}

}  // namespace riffle::platform
