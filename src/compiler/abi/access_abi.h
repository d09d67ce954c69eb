// SPDX-License-Identifier: Apache-2.0
// How instrumented kernels note what they touch.
//
// Memory is seen in pages of 16 KiB. For each page and each kind of access there is a bit for each byte (AccessBits), and a
// table of the pages that this worker has met lately (AccessTable). To note a read of eight
// bytes at `a` is:
//
//   page = a >> kAccessPageBits;  slot = &table->slots[kRead][page % kAccessSlots]
//   if (slot->page != page) note_page(table, a, kRead)        now slot->bits are the page's
//   slot->bits->bytes[(a >> 6) % 256] |= 0xff << a % 64       and ->sites[(a >> 6) % 256] = this line of source
//
// A piece of up to 256 bytes may begin in one page and end in the next: its bits go into the first page's extra words.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/abi/image_abi.h"

namespace riffle::abi {

/// Of Kernel::flags, beside KernelFlags: instrumented, it is to be run where AccessRuntime::table answers.
inline constexpr std::uint32_t kKernelNotesAccesses = 64;

/// Atomics among themselves never race; with plain reads and writes they do.
enum class AccessKind : std::uint8_t { kRead, kWrite, kAtomic };
inline constexpr std::size_t kAccessKinds = 3;

/// A line of kernel source.
struct AccessSite {
  const char* file = "";
  const char* function = "";  ///< as the module has it
  std::uint32_t line = 0;     ///< 0: not known
};

inline constexpr std::size_t kAccessPageBits = 14;
inline constexpr std::size_t kAccessWords = (std::size_t{1} << kAccessPageBits) / 64;
inline constexpr std::size_t kAccessExtraWords = 4;
inline constexpr std::size_t kAccessSlots = 1024;
/// Most bytes that are noted without a call.
inline constexpr std::size_t kMostNotedBytes = 64 * kAccessExtraWords;

/// Of one page, by one kind of access.
struct AccessBits {
  std::uint64_t bytes[kAccessWords + kAccessExtraWords];
  /// Of the last access to each 64 bytes; nothing where none of them was touched.
  const AccessSite* sites[kAccessWords + kAccessExtraWords];
};

struct AccessSlot {
  std::uint64_t page;  ///< address >> kAccessPageBits; ~0: none
  AccessBits* bits;
};

struct AccessTable {
  AccessSlot slots[kAccessKinds][kAccessSlots];
};

/// What instrumented code finds behind the tables that other code knows.
struct AccessRuntime {
  ImageRuntime image;
  /// Makes the page's slot that of `address`.
  void (*note_page)(AccessTable*, std::uint64_t address, std::uint32_t kind);
  void (*note_range)(AccessTable*, std::uint64_t begin, std::uint64_t bytes, std::uint32_t kind,
                     const AccessSite*);
  /// Of the lanes in `mask`, each `bytes` at an address of its own.
  void (*note_lanes)(AccessTable*, const std::uint64_t* addresses, std::uint64_t mask,
                     std::uint64_t bytes, std::uint32_t kind, const AccessSite*);
  /// The calling thread's table: the same from the beginning to the end of each function.
  AccessTable* (*table)();
};

}  // namespace riffle::abi
