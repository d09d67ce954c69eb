// SPDX-License-Identifier: Apache-2.0
// What an operation touched, from its notice: copies and memsets know their rows, kernels what instrumented code handed
// in. Pageable memory is left out: the runtime reads and writes it during calls.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "race/history.h"
#include "race/launch_order.h"
#include "race/written_memory.h"
#include "runtime/engine/observer.h"

namespace riffle::graph {
struct GraphProgram;
}

namespace riffle::race {

struct Touch {
  device::AccessKind kind = device::AccessKind::kRead;
  std::shared_ptr<const SourceLine> line;  ///< may be null
  std::vector<ByteRange> ranges;
};

[[nodiscard]] OperationType type_of(const engine::OperationNotice& notice);
/// Mangled; empty when it is no kernel.
[[nodiscard]] std::string kernel_name(const engine::OperationNotice& notice);
[[nodiscard]] bool may_touch(const engine::OperationNotice& notice);
/// Of a graph's launch, the node that the notice is about; null: one that touches no memory.
[[nodiscard]] SharedOperation part_of(const Operation& launch,
                                      const engine::OperationNotice& notice,
                                      std::shared_ptr<const CallSite> made);
/// When it has finished: takes what a kernel handed in.
[[nodiscard]] std::vector<Touch> touches_of(const engine::OperationNotice& notice);
/// Of one whose accesses are not looked at: forgets what it handed in.
void drop_touches(const engine::OperationNotice& notice);
/// When it has finished: what it has written, if it is not a kernel. `may_be_library`: a host function may be that of a
/// library that computes there what a GPU would.
void note_written(const engine::OperationNotice& notice, bool may_be_library,
                  WrittenMemory& written);
/// Whether the program itself calls, not a library.
[[nodiscard]] bool is_of_program(const CallSite& call);
/// Whether NCCL does: what it tells others in a stream it declares.
[[nodiscard]] bool is_of_nccl(const CallSite& call);
/// Whether the program itself does it, or has the C library do it.
[[nodiscard]] bool is_program_code(const CallSite& place);
/// Whether it copies to or from memory that is neither pinned nor a device's.
[[nodiscard]] bool is_pageable_copy(const engine::OperationNotice& notice);
/// The pageable memory of a copy.
[[nodiscard]] std::vector<engine::PageableNotice> pageable_sides(
    const engine::OperationNotice& notice);
/// What nodes of a graph's launch wait for: as if all of the launch did.
[[nodiscard]] std::vector<engine::Moment> moments_awaited_inside(
    const engine::OperationNotice& notice);
/// The order of a graph's nodes.
[[nodiscard]] std::vector<LaunchOrder::Chain> chains_of(const graph::GraphProgram& program);
/// What its nodes allocate and free, while the memory is live.
[[nodiscard]] LaunchOrder::MemoryNodes memory_nodes_of(const graph::GraphProgram& program);

}  // namespace riffle::race
