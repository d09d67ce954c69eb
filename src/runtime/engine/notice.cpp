// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/notice.h"

namespace riffle::engine {

OperationNotice notice_of(const Timeline& timeline, const Slot& slot, Ticket ticket) {
  OperationNotice notice;
  notice.stream_id = timeline.stream_id();
  notice.timeline = const_cast<Timeline*>(&timeline);
  notice.ticket = ticket;
  switch (slot.kind) {
    case SlotKind::kRange:
      notice.kind = OperationKind::kRange;
      notice.run = slot.run;
      notice.payload = payload_of(const_cast<Slot&>(slot));
      notice.units = slot.units;
      break;
    case SlotKind::kHostFunction:
      notice.kind = OperationKind::kHostFunction;
      notice.host_function = slot.host_function;
      notice.user = slot.user;
      notice.code = slot.code;
      break;
    case SlotKind::kWait:
      notice.kind = OperationKind::kWait;
      notice.awaited = {slot.awaited, slot.awaited_ticket};
      break;
    case SlotKind::kProgram:
      notice.kind = OperationKind::kProgram;
      notice.program = slot.program;
      notice.payload = payload_of(const_cast<Slot&>(slot));
      break;
    default:
      notice.kind = OperationKind::kTimestamp;
      break;
  }
  return notice;
}

}  // namespace riffle::engine
