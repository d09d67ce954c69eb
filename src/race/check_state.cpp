// SPDX-License-Identifier: Apache-2.0
#include "race/check_state.h"

#include <cstdio>
#include <iterator>
#include <utility>

#include <sys/syscall.h>
#include <unistd.h>

namespace riffle::race {

constinit Mutex check_mutex;

MemoryPlace CheckState::place_of(std::uintptr_t address, std::uint64_t bytes) const {
  const Resource* const near = resources_.nearest(address, address + bytes);
  return near == nullptr ? MemoryPlace{.address = address, .bytes = bytes}
                         : place_in(*near, address, bytes);
}

void CheckState::write(const Finding& finding) {
  if (!reported_.insert(finding.key()).second) return;
  write_line(finding.line());
}

void CheckState::begin() {
  if (!std::exchange(has_begun_, true)) write_line(began_line());
}

void CheckState::write_line(const std::string& line) {
  begin();
  // One write each: what is in the file is whole lines. Not the library's write(), which reports the program's
  // (preload/host_calls.h).
  const std::string all = (is_line_torn_ ? "\n" : "") + line;
  const auto written = syscall(SYS_write, descriptor_, all.data(), all.size());
  if (written > 0) is_line_torn_ = written != std::ssize(all);
  if (written == std::ssize(all)) return;
  if (cannot_write_) return;
  cannot_write_ = true;
  std::fputs("riffle: RIFFLE_CHECK: cannot write the file: some findings are missing\n", stderr);
}

void CheckState::report_missing() noexcept {
  if (has_reported_missing_.exchange(true)) return;
  std::fputs("riffle: RIFFLE_CHECK: out of memory: some findings are missing\n", stderr);
}

}  // namespace riffle::race
