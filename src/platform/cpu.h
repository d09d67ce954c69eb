// SPDX-License-Identifier: Apache-2.0
// The processor: how many cores this process may use, and what they can do.
#pragma once

#include <sched.h>

#include <cstddef>
#include <string>

namespace riffle::platform {

/// The CPUs that this process had when it was loaded. A host thread that pins itself later must not
/// pin our workers with it.
[[nodiscard]] const cpu_set_t& cpus_at_load();

/// Cores to use: those CPUs, or fewer when the control group's quota gives less; at least 1.
[[nodiscard]] unsigned usable_cores();

/// Of those CPUs, the one that this thread is on just now: a hint.
struct CpuPlace {
  unsigned number, of;
};
[[nodiscard]] CpuPlace current_cpu_place();

/// "AMD EPYC 9B45": as the processor names itself.
[[nodiscard]] std::string cpu_name();
/// Bits of the widest vector register that the operating system lets us use: 128, 256 or 512.
[[nodiscard]] unsigned vector_bits();

/// Bytes of the last cache that this process may count on. Servers report one that many cores share:
/// no more than 32 MiB of it counts as ours.
[[nodiscard]] std::size_t cache_share_bytes();

/// Whether the machine has this node of memory. Node 0 is always there.
[[nodiscard]] bool has_numa_node(int node);

/// Cores' worth of a cgroup v2 `cpu.max` line ("150000 100000": 2, rounded up), 0 for no limit.
[[nodiscard]] unsigned cores_of_quota(const std::string& cpu_max);

}  // namespace riffle::platform
