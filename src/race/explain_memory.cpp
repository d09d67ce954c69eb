// SPDX-License-Identifier: Apache-2.0
#include "race/explain_memory.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <string_view>

#include "compiler/abi/device_abi.h"
#include "race/explain.h"

namespace riffle::race {
namespace {

using Kind = BadAccess::Kind;

std::string text_of(const std::uint32_t (&index)[3]) {
  return "(" + std::to_string(index[0]) + "," + std::to_string(index[1]) + "," +
         std::to_string(index[2]) + ")";
}

std::string hexadecimal(std::uintptr_t address) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%" PRIxPTR, address);
  return text;
}

const char* verb(const device::PendingAccess& access) {
  if (access.reads && access.writes) return "changes";
  return access.writes ? "writes" : "reads";
}

std::string bytes_text(const device::PendingAccess& access) {
  const std::uintptr_t bytes = access.end - access.begin;
  return std::to_string(bytes) + (bytes == 1 ? " byte at " : " bytes at ") +
         hexadecimal(access.begin);
}

/// What a kernel does there, after "a kernel reads 4 bytes at 0x10".
std::string where(const BadAccess& bad) {
  const auto size = std::to_string(bad.object.end - bad.object.begin);
  switch (bad.kind) {
    case Kind::kOutOfBounds:
      return ", which is outside every live allocation";
    case Kind::kHostMemory:
      return ", which is host memory that devices cannot access";
    case Kind::kNoMemory:
      return ", where no memory is mapped";
    case Kind::kMisaligned:
      return ", which is not a multiple of " + std::to_string(bad.object.end);
    case Kind::kShared:
      return ", outside of the " + size + " bytes of shared memory of the block";
    case Kind::kLocal:
      return ", outside a local array of the thread";
    case Kind::kUnwritten:
      return ", which nothing has written since the allocation";
  }
  return "";
}

const char* kind_name(const BadAccess& bad) {
  switch (bad.kind) {
    case Kind::kMisaligned:
      return "misaligned";
    case Kind::kUnwritten:
      return "uninitialised";
    case Kind::kHostMemory:
      return "host pointer";
    case Kind::kOutOfBounds:
    case Kind::kNoMemory:
    case Kind::kShared:
    case Kind::kLocal:
      break;
  }
  return "out of bounds";
}

const char* fix(Kind kind) {
  switch (kind) {
    case Kind::kHostMemory:
      return "copy the data to device memory, or allocate it with cudaMallocManaged or "
             "cudaMallocHost";
    case Kind::kMisaligned:
      return "use a type with a smaller alignment, or align the address";
    case Kind::kUnwritten:
      return "initialise the memory before the kernel, for example with cudaMemset or a copy";
    case Kind::kShared:
      return "compare the index with the array's extent, and the launch's dynamic shared memory "
             "with what the kernel uses";
    case Kind::kOutOfBounds:
    case Kind::kNoMemory:
    case Kind::kLocal:
      break;
  }
  return "compare the index with the extent of the allocation, and check when it is freed";
}

}  // namespace

bool is_about_allocations(Kind kind) {
  return kind == Kind::kOutOfBounds || kind == Kind::kMisaligned || kind == Kind::kUnwritten;
}

Finding explain(const BadAccess& bad, const Operation* launch) {
  const device::PendingAccess& access = bad.access;
  Party kernel = party_of_kernel(bad.who.kernel->name, launch, access.site);
  kernel.access = verb(access);
  kernel.block = text_of(bad.who.block);
  kernel.thread = text_of(bad.who.first);
  if (!std::ranges::equal(bad.who.first, bad.who.last))
    kernel.thread += " to " + text_of(bad.who.last);
  Finding finding{.tool = bad.kind == Kind::kUnwritten ? "init" : "mem", .kind = kind_name(bad)};
  finding.text = std::string("a kernel ") + verb(access) + " " + bytes_text(access) + where(bad);
  finding.fix = fix(bad.kind);
  finding.operations.push_back(std::move(kernel));
  return finding;
}

Finding explain_device_pointer(const CallSite& place, bool writes) {
  Finding finding{.tool = "mem", .kind = "device pointer"};
  finding.text =
      std::string("host code ") + (writes ? "writes" : "reads") +
      " device memory through its pointer, which ends the program on a machine with a GPU";
  finding.fix = "copy it with cudaMemcpy, or allocate it with cudaMallocManaged";
  finding.operations.push_back(
      {.what = "host access", .access = writes ? "writes" : "reads", .call = place});
  return finding;
}

Finding explain_refused(const CallSite& call) {
  const bool is_fill = std::string_view(call.symbol).contains("emset");
  Finding finding{.tool = "mem", .kind = "out of bounds"};
  finding.text = std::string(is_fill ? "a memset" : "a copy") +
                 " goes past the end of an allocation, or uses freed memory; it was not executed";
  finding.fix = "compare the size with that of the allocation";
  finding.operations.push_back({.what = is_fill ? "memset" : "copy", .call = call});
  return finding;
}

}  // namespace riffle::race
