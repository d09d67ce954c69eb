// SPDX-License-Identifier: Apache-2.0
// Memory without an address: a file without a name, whose size is sealed so that no process can take pages away.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>

#include "base/descriptor.h"
#include "runtime/memory/registry.h"
#include "runtime/memory/virtual_memory.h"

namespace riffle::memory {
namespace {

constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{1};
  return last.fetch_add(1, std::memory_order_relaxed);
}

/// -1 when there is none.
int make_file(std::size_t bytes) {
  const int descriptor =
      above_standard(memfd_create("riffle-mapped", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, static_cast<off_t>(bytes)) == 0 &&
      fcntl(descriptor, F_ADD_SEALS, kSeals) == 0)
    return descriptor;
  close(descriptor);
  return -1;
}

}  // namespace

Physical::Physical(int descriptor, std::size_t bytes, int device, bool is_shareable,
                   std::size_t counted)
    : descriptor_(descriptor),
      bytes_(bytes),
      device_(device),
      is_shareable_(is_shareable),
      counted_bytes_(counted),
      id_(next_id()) {}

Physical::~Physical() {
  close(descriptor_);
  if (counted_bytes_ != 0)
    registry().budget(MemoryType::kDevice, device_).give_back(counted_bytes_);
}

Result<std::shared_ptr<Physical>> Physical::create(std::size_t bytes, int device,
                                                   bool is_shareable) {
  Budget& budget = registry().budget(MemoryType::kDevice, device);
  if (!budget.take(bytes)) return error(Code::kOutOfMemory, "the device has no more memory");
  const int descriptor = make_file(bytes);
  if (descriptor < 0) {
    budget.give_back(bytes);
    return error(Code::kOutOfMemory, "the system gives no more memory");
  }
  const Usage usage = registry().device_usage(device);
  if (usage.used_bytes + usage.warm_bytes > usage.limit_bytes)
    make_room(MemoryType::kDevice, device);
  return std::shared_ptr<Physical>(new Physical(descriptor, bytes, device, is_shareable, bytes));
}

Result<std::shared_ptr<Physical>> Physical::import(int descriptor, int device) {
  struct stat facts;
  if (fcntl(descriptor, F_GET_SEALS) != kSeals || fstat(descriptor, &facts) != 0 ||
      facts.st_size == 0 || static_cast<std::size_t>(facts.st_size) % kMappingGranularity != 0)
    return error(Code::kInvalidValue, "not a descriptor of memory that was exported");
  const int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (own < 0) return error(Code::kOperatingSystem, "cannot keep the descriptor");
  return std::shared_ptr<Physical>(
      new Physical(own, static_cast<std::size_t>(facts.st_size), device, true, 0));
}

Result<int> Physical::export_descriptor() const {
  if (!is_shareable_) return error(Code::kInvalidValue, "the memory was not made to be shared");
  const int copy = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return error(Code::kOperatingSystem, "cannot make a descriptor");
  is_exported_.store(true, std::memory_order_release);
  return copy;
}

}  // namespace riffle::memory
