// SPDX-License-Identifier: Apache-2.0
// What the environment says of a schedule: its plan, and where its record is kept.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "base/descriptor.h"
#include "base/options.h"
#include "runtime/engine/schedule.h"

namespace riffle::engine {

namespace {

/// The first process that uses CUDA takes the file: it is empty until then. Those after it are counted there. Null: none.
ScheduleRecord* map_record(const std::string& path) {
  if (path.empty()) return nullptr;
  const int file = above_standard(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file < 0) return nullptr;
  struct stat status{};
  void* memory = MAP_FAILED;
  const bool is_known = fstat(file, &status) == 0;
  if (is_known && (status.st_size == sizeof(ScheduleRecord) ||
                   (status.st_size == 0 && ftruncate(file, sizeof(ScheduleRecord)) == 0)))
    memory = mmap(nullptr, sizeof(ScheduleRecord), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return nullptr;
  auto* const record = static_cast<ScheduleRecord*>(memory);  // of the first process: all zero
  if (record->magic.exchange(ScheduleRecord::kMagic) == 0) return record;
  record->other_processes.fetch_add(1, std::memory_order_relaxed);
  munmap(memory, sizeof(ScheduleRecord));
  return nullptr;
}

}  // namespace

void start_schedule_if_asked() {
  if (current_schedule() != nullptr || options().schedule.empty()) return;
  Result<SchedulePlan> plan = SchedulePlan::parse(options().schedule);
  if (!plan) return;  // the options have complained
  auto* const made = new Schedule(std::move(*plan), map_record(options().schedule_record));
  detail::schedule.store(made, std::memory_order_release);
  add_observer(*made);
}

}  // namespace riffle::engine
