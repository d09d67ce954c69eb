// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/block_copy.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "platform/cpu.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace riffle::memory {
namespace {

using Copy = void (*)(char* destination, const char* source, std::size_t bytes) noexcept;
using Fill = void (*)(char* destination, unsigned char value, std::size_t bytes) noexcept;

#if defined(__x86_64__)

// The processor reads ahead, but streaming stores take the buffers in which lines arrive: asking this far ahead takes a third off a
// copy from memory on Intel's processors. Beyond the source's end it asks for nothing that matters.
constexpr std::size_t kBytesAhead = 1024;

void prefetch_lines(const char* source, std::size_t bytes) {
  for (std::size_t line = 0; line < bytes; line += 64)
    _mm_prefetch(source + kBytesAhead + line, _MM_HINT_T0);
}

// Bytes before the first 64-byte line of the destination: streaming stores need whole aligned
// lines.
std::size_t head_bytes(const char* destination, std::size_t bytes) {
  return std::min(bytes, -reinterpret_cast<std::uintptr_t>(destination) & 63);
}

void prefetch_lines_to_write(char* destination, std::size_t bytes) {
  for (std::size_t line = 0; line < bytes; line += 64)
    __builtin_prefetch(destination + kBytesAhead + line, /*rw=*/1);
}

template <bool kPastCaches>
__attribute__((target("avx512f,prfchw"))) void copy_avx512(char* destination, const char* source,
                                                           std::size_t bytes) noexcept {
  const std::size_t head = head_bytes(destination, bytes);
  std::memcpy(destination, source, head);
  destination += head;
  source += head;
  bytes -= head;
  for (; bytes >= 128; bytes -= 128, destination += 128, source += 128) {
    prefetch_lines(source, 128);
    const __m512i a = _mm512_loadu_si512(source);
    const __m512i b = _mm512_loadu_si512(source + 64);
    if constexpr (kPastCaches) {
      _mm512_stream_si512(reinterpret_cast<__m512i*>(destination), a);
      _mm512_stream_si512(reinterpret_cast<__m512i*>(destination + 64), b);
    } else {
      prefetch_lines_to_write(destination, 128);
      _mm512_store_si512(destination, a);
      _mm512_store_si512(destination + 64, b);
    }
  }
  if constexpr (kPastCaches) _mm_sfence();
  std::memcpy(destination, source, bytes);
}

__attribute__((target("avx2"))) void copy_avx2(char* destination, const char* source,
                                               std::size_t bytes) noexcept {
  const std::size_t head = head_bytes(destination, bytes);
  std::memcpy(destination, source, head);
  destination += head;
  source += head;
  bytes -= head;
  for (; bytes >= 128; bytes -= 128, destination += 128, source += 128) {
    prefetch_lines(source, 128);
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source + 32));
    const __m256i c = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source + 64));
    const __m256i d = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source + 96));
    _mm256_stream_si256(reinterpret_cast<__m256i*>(destination), a);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(destination + 32), b);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(destination + 64), c);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(destination + 96), d);
  }
  _mm_sfence();
  std::memcpy(destination, source, bytes);
}

__attribute__((target("avx512f"))) void fill_avx512(char* destination, unsigned char value,
                                                    std::size_t bytes) noexcept {
  const std::size_t head = head_bytes(destination, bytes);
  std::memset(destination, value, head);
  destination += head;
  bytes -= head;
  const __m512i line = _mm512_set1_epi32(static_cast<int>(value * 0x01010101u));
  for (; bytes >= 64; bytes -= 64, destination += 64) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(destination), line);
  }
  _mm_sfence();
  std::memset(destination, value, bytes);
}

__attribute__((target("avx2"))) void fill_avx2(char* destination, unsigned char value,
                                               std::size_t bytes) noexcept {
  const std::size_t head = head_bytes(destination, bytes);
  std::memset(destination, value, head);
  destination += head;
  bytes -= head;
  const __m256i half = _mm256_set1_epi8(static_cast<char>(value));
  for (; bytes >= 64; bytes -= 64, destination += 64) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(destination), half);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(destination + 32), half);
  }
  _mm_sfence();
  std::memset(destination, value, bytes);
}

#endif

void copy_plain(char* destination, const char* source, std::size_t bytes) noexcept {
  std::memcpy(destination, source, bytes);
}

void fill_plain(char* destination, unsigned char value, std::size_t bytes) noexcept {
  std::memset(destination, value, bytes);
}

Copy best_copy() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return copy_avx512<true>;
  if (__builtin_cpu_supports("avx2")) return copy_avx2;
#endif
  return copy_plain;
}

/// The C library's copies ask for nothing before they need it, on processors whose second cache is far from the last one and
/// from memory. Where that was not measured, they are left alone.
Copy best_copy_kept() {
#if defined(__x86_64__)
  if (__builtin_cpu_is("intel") && __builtin_cpu_supports("avx512f")) return copy_avx512<false>;
#endif
  return copy_plain;
}

Fill best_fill() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return fill_avx512;
  if (__builtin_cpu_supports("avx2")) return fill_avx2;
#endif
  return fill_plain;
}

}  // namespace

void copy_streaming(void* destination, const void* source, std::size_t bytes) noexcept {
  static const Copy copy = best_copy();
  copy(static_cast<char*>(destination), static_cast<const char*>(source), bytes);
}

void copy_kept(void* destination, const void* source, std::size_t bytes) noexcept {
  static const Copy copy = best_copy_kept();
  copy(static_cast<char*>(destination), static_cast<const char*>(source), bytes);
}

void fill_streaming(void* destination, unsigned char value, std::size_t bytes) noexcept {
  static const Fill fill = best_fill();
  fill(static_cast<char*>(destination), value, bytes);
}

std::size_t streaming_threshold_bytes() noexcept {
  // What fits into the last cache with its source is worth keeping there for the kernel that follows.
  return platform::cache_share_bytes() / 2;
}

}  // namespace riffle::memory
