// SPDX-License-Identifier: Apache-2.0
#include "race/api_tool.h"

#include <optional>

#include "race/misuse.h"
#include "race/touches.h"
#include "race/unchecked_errors.h"

namespace riffle::race {

void ApiTool::enqueued(const engine::OperationNotice& notice) {
  if (is_pageable_copy(notice)) note_pageable();
}

void ApiTool::wrong_argument_bytes(const char* kernel, std::uint64_t given,
                                   std::uint64_t needed) noexcept {
  state_.unless_refused([&] {
    const CheckLock lock(state_);
    state_.write(explain_arguments(kernel, given, needed, current_call()));
  });
}

void ApiTool::call_left(const char* symbol, int result) noexcept {
  state_.unless_refused([&] {
    std::optional<MemoryPlace> freed_before;
    if (const std::uintptr_t refused = take_refused_free(); refused != 0) {
      const CheckLock lock(state_);
      if (const Resource* const freed = state_.resources().freed_at(refused); freed != nullptr)
        freed_before = place_in(*freed, refused, 1);
    }
    const std::optional<Finding> finding = misuse_of(symbol, result, freed_before);
    if (!finding) return;
    const CheckLock lock(state_);
    state_.write(*finding);
  });
}

void ApiTool::end() {
  for (const Finding& finding : unchecked_errors()) state_.write(finding);
}

}  // namespace riffle::race
