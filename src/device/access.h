// SPDX-License-Identifier: Apache-2.0
// What kernels touched: how instrumented code hands it to whoever checks.
//
// Each thread that runs a share of a launch hands in what that share touched (add_accesses), in any number of parts.
// When the launch has ended the observer of the engine takes the whole, once (take_accesses): at its `finished`. A
// launch of which nothing was handed in was not instrumented: nothing is known about it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compiler/abi/access_abi.h"

namespace riffle::device {

class AccessNotes;
class AccessPages;
struct KernelPayload;

using AccessKind = abi::AccessKind;
/// Lives as long as the module that it belongs to: copy what is kept.
using AccessSite = abi::AccessSite;

/// Bytes [begin, end) as the kernel addresses them. `site`: of one of the accesses; may be null.
struct AccessRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  AccessKind kind = AccessKind::kRead;
  const AccessSite* site = nullptr;
};

/// One kind behind the other, and each sorted by begin; ranges of one kind are disjoint, those of different kinds may overlap:
/// what was read and written is in two.
struct AccessSummary {
  std::vector<AccessRange> ranges;
  bool is_complete = true;  ///< false: some accesses were not noted (memory ran out)
};

/// Ranges in any order, that may overlap, become a summary's: ranges of one kind that overlap, or that meet and have the
/// same site, become one.
void normalize(std::vector<AccessRange>& ranges);

/// A part of what the launch touched; its ranges in any order. Any thread, before the launch ends. Keeps nothing when
/// there is no memory for it, and marks the launch's summary as not complete.
void add_accesses(const KernelPayload& launch, std::span<const AccessRange> ranges) noexcept;

/// The same of what instrumented code noted: takes all that `pages` has.
void add_accesses(const KernelPayload& launch, AccessPages& pages) noexcept;

/// A thread's notes stay with the thread, which may run another share of the launch: they are handed in by then, by
/// take_accesses at the latest. Returns false when there is no memory to remember that.
[[nodiscard]] bool leave_notes(const KernelPayload& launch, AccessNotes& notes) noexcept;
/// The thread hands in now what it has left, unless somebody has taken it.
void hand_in_notes(const KernelPayload& launch, AccessNotes& notes) noexcept;

/// All that was handed in for the launch, which forgets it; nothing when nothing was. The payload is only a name here:
/// it must not have been given back yet.
[[nodiscard]] std::optional<AccessSummary> take_accesses(const KernelPayload& launch) noexcept;

}  // namespace riffle::device
