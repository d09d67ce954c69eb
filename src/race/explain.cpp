// SPDX-License-Identifier: Apache-2.0
#include "race/explain.h"

#include <string>
#include <utility>

namespace riffle::race {

const char* name_of(OperationType type) {
  switch (type) {
    case OperationType::kKernel:
      return "kernel";
    case OperationType::kCopy:
      return "copy";
    case OperationType::kFill:
      return "memset";
    case OperationType::kHostFunction:
      return "host function";
    case OperationType::kGraph:
      return "graph launch";
    case OperationType::kAllocation:
      return "allocation";
    case OperationType::kFree:
      return "free";
    case OperationType::kHost:
      return "host access";
    case OperationType::kOther:
      return "operation";
  }
  return "";
}

namespace {

const char* access_name(const RecordedAccess& access) {
  if (access.operation->type == OperationType::kFree) return "frees";
  if (access.operation->type == OperationType::kAllocation) return "allocates";
  switch (access.kind) {
    case device::AccessKind::kRead:
      return "reads";
    case device::AccessKind::kWrite:
      return "writes";
    case device::AccessKind::kAtomic:
      return "changes atomically";
  }
  return "";
}

std::string stream_text(const Operation& operation) {
  return "stream " + std::to_string(operation.stream_id);
}

std::string described(const Operation& operation) {
  return std::string("the ") + name_of(operation.type);
}

std::string why_nothing(const Operation& earlier, const Operation& later) {
  return "no event, synchronisation or default-stream rule makes " + stream_text(later) +
         " wait for " + stream_text(earlier);
}

std::string why_streams(const Operation& earlier, const Operation& later, const StreamFacts& first,
                        const StreamFacts& second) {
  if (first.is_legacy != second.is_legacy && !(first.is_blocking && second.is_blocking)) {
    const Operation& apart = first.is_legacy ? later : earlier;
    return stream_text(apart) +
           " was created with cudaStreamNonBlocking: it and the default stream do not wait for "
           "each other";
  }
  const Time covered = time_in(later.stamp.before, earlier.stamp.actor);
  if (covered == 0) return why_nothing(earlier, later);
  return "what " + stream_text(later) + " waits for covers " + stream_text(earlier) +
         " up to its operation " + std::to_string(covered) + " only; " + described(earlier) +
         " is its operation " + std::to_string(earlier.ticket);
}

std::string why_host(const Operation& operation) {
  return "the host has not waited for " + described(operation) + " on " + stream_text(operation) +
         ": there is no synchronisation, and no query that returned cudaSuccess, between the two";
}

std::string fix_for_host(const Operation& operation) {
  return "call cudaStreamSynchronize for " + stream_text(operation) +
         ", or cudaEventSynchronize for an event recorded after " + described(operation) +
         ", before the host touches this memory";
}

std::string fix_for(const Operation& earlier, const Operation& later) {
  const std::string record =
      "record an event after " + described(earlier) + " on " + stream_text(earlier);
  if (later.type == OperationType::kFree)
    return record + " and make " + stream_text(later) + " wait for it before the free";
  return record + " and make " + stream_text(later) + " wait for it before " + described(later);
}

std::pair<std::string, std::string> kind_of(const Conflict& conflict) {
  const OperationType first = conflict.earlier.operation->type;
  const OperationType second = conflict.later.operation->type;
  if (first == OperationType::kFree)
    return {conflict.is_ordered ? "use after free" : "use unordered with free", "race"};
  if (second == OperationType::kFree) return {"free of memory in use", "race"};
  if (first == OperationType::kAllocation || second == OperationType::kAllocation)
    return {"use before allocation", "race"};
  return {"race", "race"};
}

}  // namespace

Party party_of_kernel(const char* name, const Operation* launch, const device::AccessSite* site) {
  Party party;
  party.what = "kernel";
  party.name = name;
  if (launch != nullptr) {
    party.stream_id = launch->stream_id;
    party.ticket = launch->ticket;
    party.part = launch->part;
    party.call = launch->call;
    if (launch->part_made != nullptr) party.node_made = *launch->part_made;
  }
  if (site != nullptr) {
    party.file = site->file;
    party.line = site->line;
  }
  return party;
}

Party party_of(const RecordedAccess& access) {
  const Operation& operation = *access.operation;
  Party party{.what = name_of(operation.type),
              .name = operation.name,
              .access = access_name(access),
              .stream_id = operation.stream_id,
              .ticket = operation.ticket,
              .part = operation.part,
              .file = {},
              .line = 0,
              .call = operation.call,
              .function = operation.function,
              .code = operation.code};
  if (operation.part_made != nullptr) party.node_made = *operation.part_made;
  if (access.line != nullptr) {
    party.file = access.line->file;
    party.line = access.line->line;
  }
  return party;
}

Finding explain(const Conflict& conflict, std::uint64_t bytes, const StreamFacts& earlier,
                const StreamFacts& later) {
  const Operation& first = *conflict.earlier.operation;
  const Operation& second = *conflict.later.operation;
  Finding finding;
  std::tie(finding.kind, finding.tool) = kind_of(conflict);
  finding.operations = {party_of(conflict.earlier), party_of(conflict.later)};
  finding.memory = MemoryPlace{.address = conflict.bytes.begin, .bytes = bytes};
  if (conflict.is_ordered) {
    finding.text = described(second) + " comes after the free in stream order";
    finding.fix = "free the memory after " + described(second);
  } else if (are_of_one_launch(first, second)) {
    finding.text = "no path of edges in the graph leads from node " + std::to_string(first.part) +
                   " to node " + std::to_string(second.part);
    finding.fix = "add an edge from node " + std::to_string(first.part) + " to node " +
                  std::to_string(second.part) +
                  ", or in a capture let their streams wait for an event between them";
  } else if (first.type == OperationType::kHost || second.type == OperationType::kHost) {
    const Operation& operation = first.type == OperationType::kHost ? second : first;
    finding.text = why_host(operation);
    finding.fix = fix_for_host(operation);
  } else {
    finding.text = why_streams(first, second, earlier, later);
    finding.fix = fix_for(first, second);
  }
  return finding;
}

Finding explain_arguments(const char* kernel, std::uint64_t given, std::uint64_t needed,
                          const CallSite& call) {
  Finding finding{.tool = "api", .kind = "wrong argument size"};
  finding.text = "the launch passes " + std::to_string(given) +
                 " bytes of arguments, but the kernel's parameters occupy " +
                 std::to_string(needed) +
                 (given < needed ? "; the missing bytes are zero here, but undefined on a GPU"
                                 : "; the launch is refused");
  finding.fix =
      "pass each argument with the type and alignment of its parameter, and their total size as "
      "CU_LAUNCH_PARAM_BUFFER_SIZE";
  finding.operations.push_back({.what = "kernel", .name = kernel, .call = call});
  return finding;
}

Finding explain_pageable(const Conflict& conflict, std::uint64_t bytes, ByteRange memory) {
  const Operation& copy = *conflict.earlier.operation;
  const Operation& other = *conflict.later.operation;
  const bool is_of_thread = other.type == OperationType::kHost;
  Finding finding;
  finding.tool = "race";
  finding.kind = "unpromised order";
  finding.text =
      "CUDA does not promise that an asynchronous copy of pageable memory has " +
      std::string(conflict.earlier.kind == device::AccessKind::kWrite ? "written" : "read") +
      " it when the call returns; " + (is_of_thread ? why_host(copy) : why_nothing(copy, other));
  finding.fix = is_of_thread ? fix_for_host(copy) : fix_for(copy, other);
  finding.operations = {party_of(conflict.earlier), party_of(conflict.later)};
  finding.memory = MemoryPlace{.address = conflict.bytes.begin,
                               .bytes = bytes,
                               .allocation = memory.begin,
                               .allocation_bytes = memory.end - memory.begin,
                               .allocation_kind = "pageable memory"};
  return finding;
}

}  // namespace riffle::race
