// SPDX-License-Identifier: Apache-2.0
#include "race/explain_block.h"

#include <cstdio>

#include "compiler/abi/device_abi.h"
#include "race/explain.h"

namespace riffle::race {
namespace {

std::string text_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}

/// Of a linear index.
std::string text_of(std::uint32_t linear, const std::uint32_t (&extent)[3]) {
  return text_of(linear % extent[0], linear / extent[0] % extent[1],
                 linear / extent[0] / extent[1]);
}

std::string line_of(const device::AccessSite* site) {
  if (site == nullptr || site->line == 0) return "";
  return std::string(site->file) + ":" + std::to_string(site->line);
}

bool is_same_line(const device::AccessSite* left, const device::AccessSite* right) {
  return line_of(left) == line_of(right);
}

std::string between(const ThreadRace& race) {
  const std::string first = line_of(race.earlier.site), second = line_of(race.later.site);
  if (first.empty() || second.empty()) return " between the two";
  return " between " + first + " and " + second;
}

std::string line_or(const ThreadRecord& record, const char* otherwise) {
  const std::string line = line_of(record.site);
  return line.empty() ? otherwise : line;
}

Party party_of(const BlockProblem& problem, const Operation* launch, std::uint32_t thread,
               const device::AccessSite* site) {
  Party party = party_of_kernel(problem.place.kernel->name, launch, site);
  const auto& block = problem.place.block;
  party.block = text_of(block[0], block[1], block[2]);
  party.thread = text_of(thread, problem.place.extent);
  return party;
}

// ---- Races ----

const char* verb(const ThreadRecord& record) {
  if (record.is_atomic())
    return (record.flags & ThreadRecord::kWrites) != 0 ? "changes atomically" : "reads atomically";
  if (record.is_copy())
    return record.writes() ? "writes by an asynchronous copy" : "reads by an asynchronous copy";
  return record.writes() ? "writes" : "reads";
}

const char* kind_of(const ThreadRace& race) {
  if (!race.later.writes()) return "read after write";
  return race.earlier.writes() ? "write after write" : "write after read";
}

std::string why(const ThreadRace& race) {
  if (race.is_unawaited)
    return "an asynchronous copy may run until it is waited for, and nothing waits for it before "
           "the other access";
  if (race.lacks_fence)
    return "blocks of a grid run in any order, and the atomic or volatile access that follows the "
           "first access does not publish it without __threadfence() or release order";
  if (!race.are_of_one_block)
    return "blocks of a grid run in any order, and no atomic or volatile access that both make "
           "orders the two";
  if (race.earlier.thread / 32 == race.later.thread / 32)
    return "lanes of a warp run in any order, and there is no __syncwarp() or other warp operation "
           "between the two";
  return "threads of different warps run in any order, and no barrier of the block separates "
         "the two";
}

std::string fix(const ThreadRace& race) {
  if (race.is_unawaited)
    return std::string("wait for the copy") + between(race) +
           " (cp.async.wait_group, __pipeline_wait_prior, consumer_wait, the wait of its barrier)" +
           (race.earlier.thread == race.later.thread ? "" : ", then __syncthreads()");
  if (race.lacks_fence)
    return "__threadfence() after " + line_or(race.earlier, "the first access") +
           ", before the atomic or volatile access that other blocks wait for";
  if (is_same_line(race.earlier.site, race.later.site))
    return "give each thread its own bytes there, or use an atomic operation such as atomicAdd";
  if (!race.are_of_one_block)
    return "give each block its own bytes, split the kernel in two, or launch it cooperatively "
           "with grid.sync()" +
           between(race);
  if (race.earlier.thread / 32 == race.later.thread / 32) return "__syncwarp()" + between(race);
  return "__syncthreads()" + between(race);
}

MemoryPlace shared_place(const BlockProblem& problem, const ThreadRace& race) {
  MemoryPlace memory{.address = race.begin,
                     .bytes = race.end - race.begin,
                     .allocation = problem.place.shared,
                     .allocation_bytes = problem.place.shared_bytes,
                     .allocation_kind = "shared memory"};
  if (race.variable == nullptr) return memory;
  memory.variable = race.variable->name;
  memory.allocation += race.variable->offset;
  memory.allocation_bytes = race.variable->bytes != 0
                                ? race.variable->bytes
                                : problem.place.shared_bytes - race.variable->offset;
  return memory;
}

Finding explain(const BlockProblem& problem, const ThreadRace& race, const Operation* launch) {
  Finding finding{.tool = "block", .kind = kind_of(race), .text = why(race), .fix = fix(race)};
  for (const ThreadRecord* record : {&race.earlier, &race.later}) {
    Party party = party_of(problem, launch, record->thread, record->site);
    if (!race.are_of_one_block) party.block = text_of(record->block, problem.place.grid);
    party.access = verb(*record);
    finding.operations.push_back(std::move(party));
  }
  finding.memory = race.is_shared
                       ? shared_place(problem, race)
                       : MemoryPlace{.address = race.begin, .bytes = race.end - race.begin};
  return finding;
}

// ---- Barriers and masks ----

std::string hexadecimal(std::uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

std::string threads(std::uint32_t count, std::uint32_t all) {
  return std::to_string(count) + " of the block's " + std::to_string(all) + " threads";
}

void describe(Finding& finding, const BarrierMisuse& misuse, const BlockProblem& problem) {
  using Kind = BarrierMisuse::Kind;
  const std::uint32_t all = problem.place.threads;
  const char* const end = misuse.is_stuck ? "; no thread can continue" : "";
  switch (misuse.kind) {
    case Kind::kAfterExit:
      finding.kind = "divergent barrier";
      finding.text = threads(misuse.count, all) + (misuse.count == 1 ? " has" : " have") +
                     " exited without reaching this barrier, which all of them must reach";
      finding.fix =
          "let all threads reach the barrier: replace a return before it with a branch around the "
          "work";
      return;
    case Kind::kElsewhere:
      finding.kind = "divergent barrier";
      finding.text = threads(misuse.count, all) + (misuse.count == 1 ? " waits" : " wait") +
                     " somewhere else" + end;
      finding.fix = "move the barrier out of the branch, so that all threads reach the same one";
      return;
    case Kind::kMissingLanes:
      finding.kind = "missing lanes";
      finding.text = "the mask " + hexadecimal(misuse.mask) +
                     " names lanes that do not take part: " + hexadecimal(misuse.lanes) + end;
      finding.fix =
          "name only the lanes that reach it, for example with __ballot_sync before the branch, or "
          "let all lanes of the mask reach it";
      return;
    case Kind::kNotOwnLane:
      finding.kind = "caller not in mask";
      finding.text = "the mask " + hexadecimal(misuse.mask) + " does not name the calling thread";
      finding.fix = "add the calling thread's lane to the mask";
      return;
  }
}

Finding explain(const BlockProblem& problem, const BarrierMisuse& misuse, const Operation* launch) {
  Finding finding{.tool = "sync"};
  describe(finding, misuse, problem);
  finding.operations.push_back(
      party_of(problem, launch, misuse.waiting.thread, misuse.waiting.site));
  const bool is_warp = misuse.mask != 0 || misuse.kind == BarrierMisuse::Kind::kNotOwnLane;
  finding.operations[0].access = is_warp ? "is at a warp operation" : "is at a barrier";
  if (!misuse.other) return finding;
  finding.operations.push_back(party_of(problem, launch, misuse.other->thread, misuse.other->site));
  finding.operations[1].access = misuse.other->site != nullptr ? "is elsewhere" : "has exited";
  return finding;
}

}  // namespace

Finding explain(const BlockProblem& problem, const Operation* launch) {
  return std::visit([&](const auto& what) { return explain(problem, what, launch); }, problem.what);
}

}  // namespace riffle::race
