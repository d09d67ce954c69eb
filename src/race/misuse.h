// SPDX-License-Identifier: Apache-2.0
// Calls of the API that a program makes, of each thread; and what is wrong with them by themselves.
#pragma once

#include <optional>

#include "race/findings.h"

namespace riffle::race {

// Of the calling thread. Calls nest: a callback may call.
void enter_call(const char* symbol, const void* caller);
void leave_call();
/// The outermost open call: the program's own.
[[nodiscard]] CallSite current_call();
/// Whether the thread is inside of a call; whether that is the program's own, and no other is inside of it.
[[nodiscard]] bool has_open_call();
[[nodiscard]] bool is_in_outermost_call();
/// What the thread has enqueued last in its open call; null: nothing.
void note_enqueued(SharedOperation operation);
[[nodiscard]] SharedOperation newest_of_call();
/// A place in the program that is no call of an API, with the stack above it: an instruction, or where a call of the
/// checker returns to.
enum class CodeAddress : std::uint8_t { kInstruction, kReturn };
[[nodiscard]] CallSite place_on_stack(std::uintptr_t address, CodeAddress kind);
/// The open call, a query, answers "done" to code that does not look at the answer.
[[nodiscard]] bool is_answer_ignored();
/// The open call was to free what nothing begins at. Taken once; 0: it was not.
void note_refused_free(std::uintptr_t pointer);
[[nodiscard]] std::uintptr_t take_refused_free();
/// The open call copies pageable memory; it waits.
void note_pageable();
void note_host_waited();
/// The open call waits for more than CUDA promises; what it waits for from now on, nobody may rely on.
void note_waits_unpromised();
[[nodiscard]] bool waits_are_promised();

/// Before leave_call: what the call's result, or what it did, tells against it.
[[nodiscard]] std::optional<Finding> misuse_of(const char* symbol, int result,
                                               const std::optional<MemoryPlace>& memory);

}  // namespace riffle::race
