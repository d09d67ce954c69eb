// SPDX-License-Identifier: Apache-2.0
// Which bytes of device memory have been written since they were allocated.
//
// Memory that others write unseen (other processes, libraries' own code) is not followed: it counts as written. So does
// all memory that was not announced.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/mutex.h"
#include "race/operation.h"

namespace riffle::race {

/// Thread-safe.
class WrittenMemory {
 public:
  /// Nothing of it is written yet.
  void follow(ByteRange memory) RIFFLE_EXCLUDES(mutex_);
  void forget(ByteRange memory) RIFFLE_EXCLUDES(mutex_);
  /// From now on everything counts as written that is there.
  void forget_all() RIFFLE_EXCLUDES(mutex_);

  void write(ByteRange bytes) RIFFLE_EXCLUDES(mutex_);
  /// The bytes are copied, unwritten ones too. Both ranges have one length.
  void copy(ByteRange to, ByteRange from) RIFFLE_EXCLUDES(mutex_);

  /// The first bytes that are not written; none: nothing.
  [[nodiscard]] std::optional<ByteRange> first_unwritten(ByteRange bytes) const
      RIFFLE_EXCLUDES(mutex_);
  /// Clears the bits of what is not written: `words` are those from `begin` on.
  void clear_unwritten(std::uintptr_t begin, std::uint64_t* words, std::size_t count) const
      RIFFLE_EXCLUDES(mutex_);
  /// An access: none where it reads what is not written, and nothing is done. Else what is written of and around these bytes
  /// from now on, not necessarily all of it.
  [[nodiscard]] std::optional<ByteRange> touch(ByteRange bytes, bool reads, bool writes)
      RIFFLE_EXCLUDES(mutex_);

 private:
  /// A bit for each byte, and whether all are set.
  struct Memory {
    std::uintptr_t end = 0;
    std::vector<std::uint64_t> bits;
  };
  using All = std::map<std::uintptr_t, Memory>;  ///< by begin, disjoint

  /// Calls `each` with each followed memory that has some of the bytes, and these as offsets.
  template <class Each>
  void for_each(ByteRange bytes, Each&& each) const RIFFLE_REQUIRES(mutex_);
  void erase(ByteRange memory) RIFFLE_REQUIRES(mutex_);
  void set(ByteRange bytes) RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] std::optional<ByteRange> unwritten(ByteRange bytes) const RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] ByteRange written_around(ByteRange bytes) const RIFFLE_REQUIRES(mutex_);

  mutable Mutex mutex_;
  mutable All all_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::race
