// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/stacks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <utility>

namespace riffle::device {
namespace {

std::size_t round_to_pages(std::size_t bytes) {
  static const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

}  // namespace

StackBatch StackBatch::create(std::size_t count, std::size_t stack_bytes, std::size_t guard_bytes) {
  StackBatch batch;
  stack_bytes = round_to_pages(stack_bytes);
  guard_bytes = round_to_pages(guard_bytes);
  const std::size_t stride_bytes = stack_bytes + guard_bytes;
  // Guards come for free: the mapping starts inaccessible, and only the stacks are opened.
  void* base = mmap(nullptr, count * stride_bytes, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (base == MAP_FAILED) return batch;
  batch.base_ = static_cast<unsigned char*>(base);
  batch.count_ = count;
  batch.stack_bytes_ = stack_bytes;
  batch.guard_bytes_ = guard_bytes;
  for (std::size_t index = 0; index < count; ++index) {
    if (mprotect(batch.bottom(index), stack_bytes, PROT_READ | PROT_WRITE) != 0) return {};
  }
  return batch;
}

StackBatch::~StackBatch() {
  if (base_ != nullptr) munmap(base_, count_ * (stack_bytes_ + guard_bytes_));
}

StackBatch::StackBatch(StackBatch&& other) noexcept { *this = std::move(other); }

StackBatch& StackBatch::operator=(StackBatch&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(count_, other.count_);
  std::swap(stack_bytes_, other.stack_bytes_);
  std::swap(guard_bytes_, other.guard_bytes_);
  return *this;
}

bool StackBatch::is_guard(std::uintptr_t address) const {
  const auto base = reinterpret_cast<std::uintptr_t>(base_);
  const std::size_t stride_bytes = stack_bytes_ + guard_bytes_;
  if (base_ == nullptr || address < base || address >= base + count_ * stride_bytes) return false;
  return (address - base) % stride_bytes < guard_bytes_;
}

}  // namespace riffle::device
