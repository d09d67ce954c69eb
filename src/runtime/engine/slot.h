// SPDX-License-Identifier: Apache-2.0
// One operation as it lies in a stream's ring: 64 bytes, longer payloads continue in the next
// slots.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/engine/engine.h"
#include "runtime/engine/program.h"
#include "runtime/engine/record_time.h"

namespace riffle::engine {

enum class SlotKind : std::uint8_t { kRange, kHostFunction, kWait, kTimestamp, kProgram, kJump };

struct alignas(64) Slot {
  SlotKind kind;
  bool payload_is_outside;  ///< the payload is a heap block; its address is in `inside`
  std::uint16_t slots;      ///< how many this operation takes
  std::uint32_t payload_bytes;
  union {
    RangeFunction run;
    ProgramFunction program;
    Stream::HostFunction host_function;
    Timeline* awaited;
    RecordTime* time;
    Slot* next;  ///< of a jump
  };
  union {
    void (*release)(const void* payload) noexcept;
    void* user;
    Ticket awaited_ticket;
    RecordTime::Record record;
  };
  union {
    std::uint64_t units;
    Ticket fence_ticket;  ///< of a program
    const void* code;  ///< of a host function: the program's own; null: it is none of the program's
  };
  union {
    Cost* cost;
    Timeline* fence;  ///< of a program, also what it is resumed at; null: complete when it returned
  };
  bool even_after_fault;             ///< of a host function
  bool is_started;                   ///< of a program; written by the runner
  bool is_part;                      ///< of a program: ProgramOperation::is_part
  bool needs_worker;                 ///< of a program, and of a host function
  bool runs_again;                   ///< of a program: when the fence is complete; by the runner
  alignas(16) std::byte inside[16];  ///< the payload starts here and runs on into the next slots
};
static_assert(sizeof(Slot) == 64);
static_assert(offsetof(Slot, inside) % 16 == 0);

inline constexpr std::uint32_t kSlotBytes = sizeof(Slot);
/// Longer payloads go to the heap.
inline constexpr std::uint32_t kMostPayloadInside = 1024;

/// Slots of an operation whose payload lies inside the ring.
[[nodiscard]] constexpr std::uint32_t slots_for(std::uint32_t payload_bytes) {
  const auto head = static_cast<std::uint32_t>(offsetof(Slot, inside));
  return (head + payload_bytes + kSlotBytes - 1) / kSlotBytes;
}

[[nodiscard]] inline void* payload_of(Slot& slot) {
  if (!slot.payload_is_outside) return slot.inside;
  void* outside = nullptr;
  __builtin_memcpy(&outside, slot.inside, sizeof outside);
  return outside;
}

}  // namespace riffle::engine
