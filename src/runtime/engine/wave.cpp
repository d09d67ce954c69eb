// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/wave.h"

#include <algorithm>
#include <atomic>

#include "runtime/engine/slot.h"

namespace riffle::engine {
namespace {

/// Fewer are not worth it: what they touch is in the caches anyway.
constexpr std::uint64_t kLeastPieces = 8;
/// More cost memory, and time to plan.
constexpr std::uint64_t kMostPieces = 4096;

constinit std::atomic<bool> are_over{false};

std::uint64_t divided_up(std::uint64_t number, std::uint64_t by) { return (number + by - 1) / by; }

}  // namespace

void end_waves() noexcept { are_over.store(true, std::memory_order_relaxed); }
bool are_waves_over() noexcept { return are_over.load(std::memory_order_relaxed); }

bool Wave::add(Slot& slot) {
  if (slot.kind != SlotKind::kRange || slot.cost == nullptr || slot.cost->parts == nullptr ||
      !slot.cost->ends)
    return false;
  Stage& stage = list_[stages_];
  stage = {};
  stage.parts = slot.cost->parts;
  stage.payload = payload_of(slot);
  stage.extent = stage.parts->extent(stage.payload);
  stage.picoseconds = slot.cost->picoseconds(slot.units);
  stage.spans = stage.parts->touches(stage.payload, 0, stage.extent.parts, stage.whole.data());
  if (stage.spans == 0) return false;
  ++stages_;
  return true;
}

void Wave::collect(Slot& first, std::uint64_t most) {
  stages_ = 0;
  left_out_.store(0, std::memory_order_relaxed);
  Slot* slot = &first;
  most = std::min<std::uint64_t>(most, kMostStages);
  while (stages_ < most) {
    if (slot->kind == SlotKind::kJump) slot = slot->next;
    if (!add(*slot)) return;
    if (stages_ < most) slot += slot->slots;
  }
}

bool Wave::plan(Slot& first, std::uint64_t most, std::uint64_t piece_bytes) {
  collect(first, most);
  unsigned kernel = 0;
  while (kernel < stages_ && list_[kernel].extent.follows) ++kernel;
  if (stages_ < 2 || kernel == stages_ || !choose_pieces(list_[kernel], piece_bytes)) return false;
  ends_.assign(stages_ * pieces_, 0);
  touched_.assign(stages_ * pieces_ * Parts::kMostSpans, {});
  if (!cut(kernel, kernel)) return false;
  unsigned stage = 0;
  for (; stage < stages_; ++stage) {
    if (stage != kernel && !cut(stage, kernel)) break;
    bool fits = true;
    for (unsigned before = 0; fits && before < stage; ++before) fits = are_apart(before, stage);
    if (!fits) break;
  }
  stages_ = stage;
  if (stages_ < 2 || stages_ <= kernel) return false;
  finish_plan();
  return true;
}

bool Wave::choose_pieces(const Stage& kernel, std::uint64_t piece_bytes) {
  std::uint64_t bytes = 0;
  for (unsigned span = 0; span < kernel.spans; ++span)
    bytes += kernel.whole[span].end - kernel.whole[span].begin;
  const std::uint64_t wanted = std::min(bytes / piece_bytes, kMostPieces);
  if (wanted < kLeastPieces) return false;
  const std::uint64_t grains = divided_up(kernel.extent.parts, kernel.extent.grain);
  const std::uint64_t each = divided_up(grains, wanted);
  pieces_ = divided_up(grains, each);
  threads_ = each * kernel.extent.grain * kernel.extent.weight;
  return pieces_ >= kLeastPieces / 2;
}

bool Wave::cut(unsigned stage, unsigned kernel) {
  if (!list_[stage].extent.follows) return cut_kernel(stage) && measure(stage);
  if (cut_by(stage, kernel)) return measure(stage);
  // Another kernel's, further on or before.
  for (unsigned other = kernel + 1; other < stage; ++other)
    if (!list_[other].extent.follows && cut_by(stage, other)) return measure(stage);
  return false;
}

bool Wave::cut_kernel(unsigned stage) {
  const Parts::Extent& extent = list_[stage].extent;
  if (threads_ % extent.weight != 0) return false;
  const std::uint64_t each = threads_ / extent.weight;
  if (each % extent.grain != 0 || divided_up(extent.parts, each) != pieces_) return false;
  for (std::uint64_t piece = 0; piece < pieces_; ++piece)
    end_of(stage, piece) = std::min(extent.parts, (piece + 1) * each);
  return true;
}

/// Of bytes: where those of them begin that the other's pieces touch.
bool Wave::cut_by(unsigned stage, unsigned other) {
  const Stage &bytes = list_[stage], &kernel = list_[other];
  for (unsigned mine = 0; mine < bytes.spans; ++mine) {
    const Span& whole = bytes.whole[mine];
    for (unsigned theirs = 0; theirs < kernel.spans; ++theirs) {
      if (!whole.meets(kernel.whole[theirs])) continue;
      for (std::uint64_t piece = 0; piece + 1 < pieces_; ++piece) {
        const std::uintptr_t next = touched(other, piece + 1)[theirs].begin;
        end_of(stage, piece) = std::clamp(next, whole.begin, whole.end) - whole.begin;
      }
      end_of(stage, pieces_ - 1) = bytes.extent.parts;
      return true;
    }
  }
  return false;
}

/// Asks what the pieces touch. False unless that goes up with their numbers.
bool Wave::measure(unsigned stage) {
  const Stage& each = list_[stage];
  std::uint64_t first = 0;
  for (std::uint64_t piece = 0; piece < pieces_; ++piece) {
    const std::uint64_t end = end_of(stage, piece);
    Span* const spans = &touched_[(stage * pieces_ + piece) * Parts::kMostSpans];
    if (end < first || each.parts->touches(each.payload, first, end, spans) != each.spans)
      return false;
    for (unsigned span = 0; piece != 0 && span < each.spans; ++span) {
      const Span& before = touched(stage, piece - 1)[span];
      if (spans[span].begin < before.begin || spans[span].end < before.end) return false;
    }
    first = end;
  }
  return true;
}

/// Whether different pieces of two stages leave each other alone: each what the next ones touch, for what they touch goes up.
bool Wave::are_apart(unsigned one, unsigned other) const {
  for (unsigned a = 0; a < list_[one].spans; ++a) {
    for (unsigned b = 0; b < list_[other].spans; ++b) {
      const Span &first = list_[one].whole[a], &second = list_[other].whole[b];
      if ((!first.writes && !second.writes) || !first.meets(second)) continue;
      for (std::uint64_t piece = 0; piece + 1 < pieces_; ++piece)
        if (touched(one, piece)[a].end > touched(other, piece + 1)[b].begin ||
            touched(other, piece)[b].end > touched(one, piece + 1)[a].begin)
          return false;
    }
  }
  return true;
}

void Wave::finish_plan() {
  std::uint64_t picoseconds = 0;
  for (unsigned stage = 0; stage < stages_; ++stage) {
    Stage& each = list_[stage];
    picoseconds = std::min(picoseconds + each.picoseconds, Cost::kMost);
    for (unsigned later = stage + 1; later < stages_; ++later)
      for (unsigned a = 0; a < each.spans; ++a)
        for (unsigned b = 0; b < list_[later].spans; ++b)
          each.is_used_soon |= each.whole[a].writes && each.whole[a].meets(list_[later].whole[b]);
  }
  cost_.picoseconds_per_unit.store(std::max<std::uint64_t>(picoseconds / pieces_, 1),
                                   std::memory_order_relaxed);
}

Code Wave::run_piece(std::uint64_t piece) const {
  for (unsigned stage = 0; stage < stages_; ++stage) {
    if ((left_out_.load(std::memory_order_relaxed) >> stage & 1) != 0) continue;
    const Stage& each = list_[stage];
    const std::uint64_t* const ends = &ends_[stage * pieces_];
    const std::uint64_t from = piece == 0 ? 0 : ends[piece - 1];
    if (from == ends[piece]) continue;
    const Code code = each.parts->run(each.payload, from, ends[piece], each.is_used_soon);
    if (code == kTransient)
      left_out_.fetch_or(1u << stage, std::memory_order_relaxed);
    else if (code != Code::kOk)
      return code;
  }
  return Code::kOk;
}

Code Wave::run(const void* wave, std::uint64_t first, std::uint64_t end) noexcept {
  const auto& self = *static_cast<const Wave*>(wave);
  for (std::uint64_t piece = first; piece < end; ++piece) {
    if (const Code code = self.run_piece(piece); code != Code::kOk) return code;
  }
  return Code::kOk;
}

}  // namespace riffle::engine
