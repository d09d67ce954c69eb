// SPDX-License-Identifier: Apache-2.0
// What checked code asks (compiler/abi/access_abi.h): sorts out the thread's and block's own memory, and finds out who
// asks, for whoever judges the rest.
#pragma once

#include "device/cpu/access_pages.h"

namespace riffle::device {

// On the calling thread, which runs a checked kernel.

/// Entries of abi::AccessRuntime.
void check_piece(abi::AccessTable* accesses, const abi::AccessCheck* what, std::uint64_t address,
                 const std::uint64_t* words, std::uint64_t base);
void check_lanes(abi::AccessTable* accesses, const abi::AccessCheck* what,
                 const std::uint64_t* addresses, std::uint64_t mask, std::uint64_t base);

/// Of bytes that code of the runtime touches for a kernel.
void check_range(AccessNotes& notes, std::uintptr_t begin, std::uint64_t bytes,
                 abi::AccessKind kind, const AccessSite* site);

}  // namespace riffle::device
