// SPDX-License-Identifier: Apache-2.0
#include "race/touches.h"

#include <algorithm>

#include <dlfcn.h>
#include <link.h>

#include "device/cpu/launch.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/graph/graph_launch.h"
#include "runtime/memory/operations.h"
#include "runtime/memory/registry.h"

namespace riffle::race {
namespace {

using engine::OperationKind;
using engine::OperationNotice;

std::vector<ByteRange> rows_of(const char* begin, const memory::CopyExtent& box,
                               const memory::PitchedLayout& layout) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  if (box.is_contiguous(layout)) return {{first, first + box.bytes()}};
  std::vector<ByteRange> rows;
  rows.reserve(box.rows());
  for (std::size_t slice = 0; slice < box.depth; ++slice) {
    for (std::size_t row = 0; row < box.height; ++row) {
      const std::uintptr_t at =
          first + slice * layout.slice_pitch_bytes + row * layout.row_pitch_bytes;
      rows.push_back({at, at + box.width});
    }
  }
  return rows;
}

/// Also what was freed.
bool is_known(const void* address) {
  return memory::registry().find(address).has_value() || memory::registry().is_own_address(address);
}

std::vector<Touch> touches_of_transfer(const memory::OperationAccess& access) {
  std::vector<Touch> all;
  if (access.source != nullptr && is_known(access.source))
    all.push_back({device::AccessKind::kRead, nullptr,
                   rows_of(access.source, access.box, access.source_layout)});
  if (is_known(access.destination))
    all.push_back({device::AccessKind::kWrite, nullptr,
                   rows_of(access.destination, access.box, access.destination_layout)});
  return all;
}

/// Looks an address up, mostly in the allocation of the one before. The heap of device code is left out: what one kernel
/// frees there another may get, without any order.
class KnownMemory {
 public:
  [[nodiscard]] bool contains(std::uintptr_t address) {
    if (address - begin_ < bytes_) return true;
    const auto* const pointer = reinterpret_cast<const void*>(address);
    const auto found = memory::registry().find(pointer);
    if (!found) return memory::registry().is_own_address(pointer);
    begin_ = reinterpret_cast<std::uintptr_t>(found->base);
    bytes_ = found->bytes;
    return true;
  }

 private:
  std::uintptr_t begin_ = 0;
  std::size_t bytes_ = 0;
};

std::vector<Touch> touches_of_kernel(const device::KernelPayload& launch) {
  const auto summary = device::take_accesses(launch);
  std::vector<Touch> all;
  if (!summary) return all;
  std::vector<const device::AccessSite*> sites;  // of each touch
  std::size_t newest = 0;
  const auto is_of = [&](std::size_t touch, const device::AccessRange& range) {
    return touch < all.size() && all[touch].kind == range.kind && sites[touch] == range.site;
  };
  KnownMemory memory;
  for (const device::AccessRange& range : summary->ranges) {
    if (!memory.contains(range.begin)) continue;
    // Few lines take turns.
    if (!is_of(newest, range))
      for (newest = 0; newest < all.size() && !is_of(newest, range);) ++newest;
    if (newest == all.size()) {
      sites.push_back(range.site);
      Touch& touch = all.emplace_back();
      touch.kind = range.kind;
      if (range.site != nullptr)
        touch.line =
            std::make_shared<const SourceLine>(SourceLine{range.site->file, range.site->line});
    }
    all[newest].ranges.push_back({range.begin, range.end});
  }
  return all;
}

}  // namespace

OperationType type_of(const OperationNotice& notice) {
  if (dynamic::kernel_of(notice) != nullptr) return OperationType::kKernel;
  switch (notice.kind) {
    case OperationKind::kRange:
      if (const auto access = memory::access_of(notice.run, notice.payload))
        return access->is_fill ? OperationType::kFill : OperationType::kCopy;
      return OperationType::kOther;
    case OperationKind::kHostFunction:
      return OperationType::kHostFunction;
    case OperationKind::kProgram:
      return notice.program == graph::run_launch ? OperationType::kGraph : OperationType::kOther;
    case OperationKind::kWait:
    case OperationKind::kTimestamp:
      break;
  }
  return OperationType::kOther;
}

std::string kernel_name(const OperationNotice& notice) {
  const device::KernelPayload* const kernel = dynamic::kernel_of(notice);
  return kernel == nullptr ? std::string() : kernel->kernel->name;
}

bool may_touch(const OperationNotice& notice) {
  return notice.kind == OperationKind::kRange || notice.kind == OperationKind::kProgram ||
         notice.kind == OperationKind::kHostFunction;
}

std::vector<Touch> touches_of(const OperationNotice& notice) {
  if (const device::KernelPayload* const kernel = dynamic::kernel_of(notice))
    return touches_of_kernel(*kernel);
  if (notice.kind != OperationKind::kRange || notice.units == 0) return {};
  const auto access = memory::access_of(notice.run, notice.payload);
  return access ? touches_of_transfer(*access) : std::vector<Touch>{};
}

SharedOperation part_of(const Operation& launch, const engine::OperationNotice& notice,
                        std::shared_ptr<const CallSite> made) {
  const LaunchOrder::MemoryNode* const memory =
      launch.launch == nullptr ? nullptr : launch.launch->memory_at(notice.part);
  if (memory == nullptr && !may_touch(notice)) return nullptr;
  auto part = std::make_shared<Operation>(launch);
  part->type = type_of(notice);
  if (memory != nullptr) {
    part->type = memory->is_free ? OperationType::kFree : OperationType::kAllocation;
    part->memory = {memory->begin, memory->end};
  }
  part->name = kernel_name(notice);
  part->function = reinterpret_cast<std::uintptr_t>(notice.code);
  part->part = notice.part;
  part->part_made = std::move(made);
  return part;
}

void drop_touches(const OperationNotice& notice) {
  if (const device::KernelPayload* const kernel = dynamic::kernel_of(notice))
    static_cast<void>(device::take_accesses(*kernel));
}

namespace {

void note_written_by(const memory::OperationAccess& access, WrittenMemory& written) {
  const auto to = rows_of(access.destination, access.box, access.destination_layout);
  if (access.source == nullptr) {
    for (const ByteRange& row : to) written.write(row);
    return;
  }
  // Row by row, where one of the two is in one piece.
  const memory::CopyExtent row{access.box.width, 1, 1};
  for (std::size_t slice = 0; slice < access.box.depth; ++slice) {
    for (std::size_t line = 0; line < access.box.height; ++line) {
      const auto place = [&](const char* begin, const memory::PitchedLayout& layout) {
        const auto first = reinterpret_cast<std::uintptr_t>(begin) +
                           slice * layout.slice_pitch_bytes + line * layout.row_pitch_bytes;
        return ByteRange{first, first + row.width};
      };
      written.copy(place(access.destination, access.destination_layout),
                   place(access.source, access.source_layout));
    }
  }
}

}  // namespace

void note_written(const OperationNotice& notice, bool may_be_library, WrittenMemory& written) {
  if (dynamic::kernel_of(notice) != nullptr) return;  // it says so itself
  if (notice.kind == OperationKind::kHostFunction && may_be_library) written.forget_all();
  if (notice.kind != OperationKind::kRange || notice.units == 0) return;
  if (const auto access = memory::access_of(notice.run, notice.payload))
    note_written_by(*access, written);
  else
    written.forget_all();
}

namespace {

/// Of the library that calls, as the dynamic linker calls it; empty: the program. Null: not known.
const char* caller_of(const CallSite& call) {
  Dl_info place{};
  link_map* object = nullptr;
  const bool is_known = dladdr1(reinterpret_cast<const void*>(call.frames[0]), &place,
                                reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) != 0;
  return is_known && object != nullptr ? object->l_name : nullptr;
}

}  // namespace

bool is_of_program(const CallSite& call) {
  const char* const caller = caller_of(call);
  return caller != nullptr && *caller == 0;
}

bool is_of_nccl(const CallSite& call) {
  const char* const caller = caller_of(call);
  return caller != nullptr && std::string_view(caller).contains("/libnccl.so");
}

bool is_program_code(const CallSite& place) {
  for (const std::uintptr_t frame : place.frames) {
    Dl_info where{};
    link_map* object = nullptr;
    if (frame == 0 || dladdr1(reinterpret_cast<const void*>(frame), &where,
                              reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0)
      return false;
    const std::string_view name = object->l_name;
    if (!name.contains("/libc.so") && !name.contains("/libstdc++.so")) return name.empty();
  }
  return false;
}

bool is_pageable_copy(const OperationNotice& notice) {
  if (notice.kind != OperationKind::kRange) return false;
  const auto access = memory::access_of(notice.run, notice.payload);
  if (!access || access->is_fill) return false;
  return access->source == nullptr || !is_known(access->source) || !is_known(access->destination);
}

std::vector<engine::PageableNotice> pageable_sides(const OperationNotice& notice) {
  std::vector<engine::PageableNotice> sides;
  if (notice.kind != OperationKind::kRange) return sides;
  const auto access = memory::access_of(notice.run, notice.payload);
  if (!access || access->is_fill) return sides;
  const auto add = [&](const char* begin, const memory::PitchedLayout& layout, bool writes) {
    if (begin == nullptr || is_known(begin)) return;
    sides.push_back({.begin = reinterpret_cast<std::uintptr_t>(begin),
                     .width = access->box.width,
                     .height = access->box.height,
                     .depth = access->box.depth,
                     .row_pitch_bytes = layout.row_pitch_bytes,
                     .slice_pitch_bytes = layout.slice_pitch_bytes,
                     .writes = writes});
  };
  add(access->source, access->source_layout, false);
  add(access->destination, access->destination_layout, true);
  return sides;
}

std::vector<LaunchOrder::Chain> chains_of(const graph::GraphProgram& program) {
  std::vector<LaunchOrder::Chain> chains;
  chains.reserve(program.tasks.size());
  for (const graph::Task& task : program.tasks) {
    LaunchOrder::Chain& chain = chains.emplace_back();
    for (std::uint32_t i = 0; i < task.steps; ++i)
      chain.nodes.push_back(program.steps[task.first_step + i].node);
    const auto first = program.successors.begin() + task.first_successor;
    chain.successors.assign(first, first + task.successors);
  }
  return chains;
}

LaunchOrder::MemoryNodes memory_nodes_of(const graph::GraphProgram& program) {
  LaunchOrder::MemoryNodes all;
  const auto add = [&](const std::vector<graph::GraphProgram::MemoryNode>& nodes, bool is_free) {
    for (const graph::GraphProgram::MemoryNode& node : nodes) {
      const auto memory = memory::registry().find(node.memory.get());
      if (!memory) continue;
      const auto begin = reinterpret_cast<std::uintptr_t>(memory->base);
      all[node.node] = {.begin = begin, .end = begin + memory->bytes, .is_free = is_free};
    }
  };
  add(program.allocations, false);
  add(program.frees, true);
  return all;
}

std::vector<engine::Moment> moments_awaited_inside(const OperationNotice& notice) {
  if (notice.kind != OperationKind::kProgram || notice.program != graph::run_launch) return {};
  const auto& launch = *static_cast<const graph::GraphLaunch*>(notice.payload);
  return {launch.waits(), launch.waits() + launch.program->waits.size()};
}

}  // namespace riffle::race
