// SPDX-License-Identifier: Apache-2.0
// Why did the processor refuse an access without telling the address?
#pragma once

namespace riffle::device {

/// For a general-protection fault: true when the address that the instruction at the context's program
/// counter used is canonical, so that only its alignment can have been wrong. False where the instruction
/// cannot be decoded. Async-signal-safe.
[[nodiscard]] bool is_misaligned_access(const void* signal_context);

}  // namespace riffle::device
