// SPDX-License-Identifier: Apache-2.0
// What this process and its children write to a descriptor for a while, kept in memory: a full disk loses nothing of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <thread>

#include "base/status.h"

namespace riffle::tool::report {

/// The beginning and the end of a text that may be longer than what is kept.
class BoundedText {
 public:
  // What is larger says little more, and no issue tracker takes it.
  static constexpr std::size_t kHeadBytes = std::size_t{1} << 20;
  static constexpr std::size_t kTailBytes = std::size_t{3} << 20;

  BoundedText() = default;
  BoundedText(std::size_t head_bytes, std::size_t tail_bytes)
      : head_bytes_(head_bytes), tail_bytes_(tail_bytes) {}

  void append(std::string_view text);
  /// With a line [left out] where bytes are missing.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t bytes_left_out() const;

 private:
  std::size_t head_bytes_ = kHeadBytes, tail_bytes_ = kTailBytes;
  std::string head_;
  std::string tail_;  ///< its last tail_bytes_ count; what is before them goes from time to time
  std::size_t bytes_ = 0;
};

class Collected {
 public:
  /// What is written to `descriptor` (1 or 2) comes here from now on.
  explicit Collected(int descriptor);
  ~Collected();
  Collected(const Collected&) = delete;
  Collected& operator=(const Collected&) = delete;

  /// Why it does not; the descriptor then leads where it did.
  [[nodiscard]] const Status& status() const { return status_; }
  /// The descriptor leads where it did. A process that was left behind and still writes there gets a closed pipe.
  BoundedText end();

 private:
  void start();
  void read_until_told();
  bool read_once(std::size_t most);

  int descriptor_;
  int before_ = -1;
  int pipe_ = -1;
  int stop_ = -1;
  BoundedText text_;
  Status status_;
  std::thread reader_;
};

}  // namespace riffle::tool::report
