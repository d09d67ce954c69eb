// SPDX-License-Identifier: Apache-2.0
// What code says of the order of its accesses, for those who follow threads (instrument/report_order.h).
#pragma once

namespace riffle::spmd {

/// Asynchronous copies are done where they are issued. Behind each a call says that it is one:
///   void __riffle_copies_issue(ptr to, ptr from, i64 bytes)     `from` may be null: not known
///   void __riffle_copies_commit()               cp.async.commit_group
///   void __riffle_copies_await(i64 groups)      cp.async.wait_group; abi::kAllCopies: cp.async.wait_all
///   void __riffle_copies_arrive(ptr barrier)    cp.async.mbarrier.arrive
/// lower_intrinsics leaves them out where nobody follows threads.
inline constexpr const char* kCopyNote = "__riffle_copies_";

/// The scope of fences and atomics that only the threads of a block are told by, as clang names it.
inline constexpr const char* kBlockScope = "block";

}  // namespace riffle::spmd
