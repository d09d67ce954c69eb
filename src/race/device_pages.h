// SPDX-License-Identifier: Apache-2.0
// Memory of devices, closed for the program while no operation is there: host code that uses a device's pointer ends the program where
// there is a GPU, and would go unnoticed here.
//
// Pages open for the next operation, and close again when all have ended and the program goes on: a limited number of times, since
// all memory is opened and closed at once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "race/operation.h"
#include "race/page_rights.h"

namespace riffle::race {

class DevicePages {
 public:
  using SetRights = std::function<bool(ByteRange pages, PageRights::Rights rights)>;
  explicit DevicePages(SetRights set_rights) : set_rights_(std::move(set_rights)) {}

  /// Is closed with the rest.
  void made(ByteRange memory);
  void gone(ByteRange memory);
  /// An operation comes.
  void open();
  /// None is there.
  void close();
  [[nodiscard]] bool wants_to_close() const { return open_ != 0 && rounds_ < kMostRounds; }
  [[nodiscard]] bool has_closed() const { return open_ != memory_.size(); }
  [[nodiscard]] bool contains(std::uintptr_t address) const;
  void open_all() { open(); }

 private:
  static constexpr unsigned kMostRounds = 16;
  static constexpr std::size_t kMostAllocations = 512;
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  struct Memory {
    std::uintptr_t end = 0;
    bool is_closed = false;
  };

  const SetRights set_rights_;
  std::map<std::uintptr_t, Memory> memory_;  ///< by begin
  std::size_t open_ = 0;                     ///< of these
  std::uint64_t bytes_ = 0;
  unsigned rounds_ = 0;
};

}  // namespace riffle::race
