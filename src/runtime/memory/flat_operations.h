// SPDX-License-Identifier: Apache-2.0
// Copies and fills of contiguous bytes, by units (kPieceBytes) and by bytes: piece by piece with the kernels that use these
// (engine/wave.h). They are contained: their memory may be gone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "device/cpu/contained.h"
#include "runtime/engine/parts.h"
#include "runtime/memory/block_copy.h"
#include "runtime/memory/operations.h"

namespace riffle::memory {

struct FlatCopy {
  char* destination;
  const char* source;
  std::size_t bytes;
  bool streams;  ///< past the caches

  void run(std::size_t first, std::size_t end, bool streams_now) const {
    const std::size_t count = end - first;
    if (streams_now) {
      copy_streaming(destination + first, source + first, count);
    } else if (count >= kPieceBytes) {
      copy_kept(destination + first, source + first, count);
    } else {
      std::memcpy(destination + first, source + first, count);
    }
  }
  unsigned touch(std::size_t first, std::size_t end, engine::Span* spans) const {
    const auto to = reinterpret_cast<std::uintptr_t>(destination);
    const auto from = reinterpret_cast<std::uintptr_t>(source);
    spans[0] = {.begin = to + first, .end = to + end, .writes = true};
    spans[1] = {.begin = from + first, .end = from + end};
    return 2;
  }
};

struct FlatFill {
  char* destination;
  std::size_t bytes;
  unsigned char value;
  bool streams;

  void run(std::size_t first, std::size_t end, bool streams_now) const {
    if (streams_now) {
      fill_streaming(destination + first, value, end - first);
    } else {
      std::memset(destination + first, value, end - first);
    }
  }
  unsigned touch(std::size_t first, std::size_t end, engine::Span* spans) const {
    const auto to = reinterpret_cast<std::uintptr_t>(destination);
    spans[0] = {.begin = to + first, .end = to + end, .writes = true};
    return 1;
  }
};

template <class Flat>
Code run_flat(const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
  const auto& flat = *static_cast<const Flat*>(payload);
  flat.run(first * kPieceBytes, std::min(end * kPieceBytes, flat.bytes), flat.streams);
  return Code::kOk;
}

template <class Flat, bool kStreams>
Code run_bytes(const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
  static_cast<const Flat*>(payload)->run(first, end, kStreams);
  return Code::kOk;
}

template <class Flat>
inline constexpr engine::Parts kPartsOf{
    .extent = [](const void* payload) noexcept -> engine::Parts::Extent {
      return {.parts = static_cast<const Flat*>(payload)->bytes, .follows = true};
    },
    .touches = [](const void* payload, std::uint64_t first, std::uint64_t end,
                  engine::Span* spans) noexcept -> unsigned {
      return static_cast<const Flat*>(payload)->touch(first, end, spans);
    },
    .run = [](const void* payload, std::uint64_t first, std::uint64_t end,
              bool is_used_soon) noexcept -> Code {
      const bool streams = static_cast<const Flat*>(payload)->streams && !is_used_soon;
      return device::run_contained(streams ? run_bytes<Flat, true> : run_bytes<Flat, false>,
                                   payload, first, end);
    }};

}  // namespace riffle::memory
