// SPDX-License-Identifier: Apache-2.0
// Whether calls of one group depend on each other: one sends what another receives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>

#include "libraries/nccl/call.h"

namespace riffle::nccl {

class Overlap {
 public:
  /// Whether the call must come after one of those that were added.
  [[nodiscard]] bool depends(const CommCall& call, int size) const {
    const std::size_t sent = bytes_sent(call, size);
    const std::size_t received = bytes_received(call, size);
    return written_.meets(call.send, sent) || written_.meets(call.recv, received) ||
           read_.meets(call.recv, received);
  }
  /// Whether the call sends what one of those receives.
  [[nodiscard]] bool passes_on(const CommCall& call, int size) const {
    return written_.meets(call.send, bytes_sent(call, size));
  }
  void add(const CommCall& call, int size) {
    read_.add(call.send, bytes_sent(call, size));
    written_.add(call.recv, bytes_received(call, size));
  }

 private:
  /// Ranges that do not touch each other: those that do are one.
  class Ranges {
   public:
    [[nodiscard]] bool meets(const void* memory, std::size_t bytes) const {
      if (bytes == 0) return false;
      const auto begin = reinterpret_cast<std::uintptr_t>(memory);
      const auto after = ends_.lower_bound(begin + bytes);
      return after != ends_.begin() && std::prev(after)->second > begin;
    }
    void add(const void* memory, std::size_t bytes) {
      if (bytes == 0) return;
      auto begin = reinterpret_cast<std::uintptr_t>(memory);
      std::uintptr_t end = begin + bytes;
      while (meets(reinterpret_cast<const void*>(begin), end - begin)) {
        const auto each = std::prev(ends_.lower_bound(end));
        begin = std::min(begin, each->first);
        end = std::max(end, each->second);
        ends_.erase(each);
      }
      ends_[begin] = end;
    }

   private:
    std::map<std::uintptr_t, std::uintptr_t> ends_;  ///< by beginning
  };

  Ranges read_;
  Ranges written_;
};

}  // namespace riffle::nccl
