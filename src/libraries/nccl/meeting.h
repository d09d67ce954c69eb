// SPDX-License-Identifier: Apache-2.0
// A place where threads of one process hand bytes to each other and wait for those of all others.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "libraries/nccl/world.h"

namespace riffle::nccl {

class Meeting {
 public:
  /// The n-th meeting of these members is that of all of them. Waits. False when it was ended.
  bool exchange(int rank, std::span<const int> members, const Bytes& own, std::vector<Bytes>& all) {
    const std::vector<int> key(members.begin(), members.end());
    std::unique_lock lock(mutex_);
    auto& tables = tables_[key];
    // The first table at which the rank does not sit yet.
    std::size_t i = 0;
    while (i < tables.size() && tables[i]->given.contains(rank)) ++i;
    if (i == tables.size()) tables.push_back(std::make_shared<Table>());
    const std::shared_ptr<Table> table = tables[i];
    table->given[rank] = own;
    if (table->given.size() == key.size()) {
      std::erase(tables, table);
      if (tables.empty()) tables_.erase(key);
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return table->given.size() == key.size() || is_ended_; });
    if (table->given.size() != key.size()) return false;
    all.clear();
    for (const int member : key) all.push_back(table->given[member]);
    return true;
  }

  void end() {
    const std::scoped_lock lock(mutex_);
    is_ended_ = true;
    changed_.notify_all();
  }

 private:
  struct Table {
    std::map<int, Bytes> given;
  };

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::vector<int>, std::vector<std::shared_ptr<Table>>> tables_;
  bool is_ended_ = false;
};

}  // namespace riffle::nccl
