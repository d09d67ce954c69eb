// SPDX-License-Identifier: Apache-2.0
// Where a script of Python is when it calls: its files, lines and functions, beside the frames of the interpreter.
//
// CPython writes a thread's stack to a file descriptor for its fault handler, by a function that takes no lock and no memory and does not ask
// for the interpreter's lock, which the thread has often given up when it calls CUDA. The descriptor that it is given here is none; the
// library that `riffle check` loads first (preload/) sees what is written to it. So a stack may be looked at from anywhere: under the
// checker's lock, and in a handler of a signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace riffle::race {

/// Looks for the interpreter in the process.
void find_interpreter();

/// The number of the calling thread's stack, the same for equal ones; 0: it runs no script, or there is no room.
[[nodiscard]] std::uint32_t current_script() noexcept;
/// Lines `  File "a.py", line 3 in step`, innermost first. For ever.
[[nodiscard]] std::string_view script_stack(std::uint32_t number) noexcept;

/// What is written to `kScriptDescriptor`, by the thread in current_script.
void note_script_text(const void* bytes, std::size_t count) noexcept;

}  // namespace riffle::race
