// SPDX-License-Identifier: Apache-2.0
// Device printf: kernels append to a buffer, the host's synchronisation points write it to stdout.
#pragma once

#include <cstddef>

namespace riffle::device {

/// cudaLimitPrintfFifoSize as an H200 reports it.
inline constexpr std::size_t kPrintfFifoBytesDefault = 8650752;

/// Writes everything that kernels have printed so far to stdout, in order, and flushes stdout. Costs one
/// load when there is nothing. Thread-safe; call it after synchronisation, and after whatever else tells
/// the program that a kernel has finished. Happens by itself when the buffer is full and at exit.
void flush_printf() noexcept;

/// cudaLimitPrintfFifoSize; raised to a minimum of 512 KiB, as on an H200.
void set_printf_fifo_bytes(std::size_t bytes);
[[nodiscard]] std::size_t printf_fifo_bytes();

/// A kernel that prints is about to run on the device: CUDA lets nobody set the size any more, until
/// the device is reset.
void settle_printf(int device);
[[nodiscard]] bool is_printf_settled(int device);
void reset_printf(int device);

}  // namespace riffle::device
