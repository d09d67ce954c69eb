// SPDX-License-Identifier: Apache-2.0
#include "trace/layers.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace riffle::tool {
namespace {

/// The operations of one thread, gone through as time passes.
class Running {
 public:
  explicit Running(const std::vector<TracedOperation>& operations) : operations_(&operations) {}

  void add(Index operation) { all_.push_back(operation); }

  /// The innermost operation at a time, which grows from call to call; kNone where there is none.
  Index at(Ns time) {
    for (; next_ < all_.size() && of(all_[next_]).begin <= time; ++next_) {
      drop(of(all_[next_]).begin);
      open_.push_back(all_[next_]);
    }
    drop(time);
    return open_.empty() ? kNone : open_.back();
  }

 private:
  const TracedOperation& of(Index i) const { return (*operations_)[static_cast<std::size_t>(i)]; }
  void drop(Ns time) {
    while (!open_.empty() && of(open_.back()).end < time) open_.pop_back();
  }

  const std::vector<TracedOperation>* operations_;
  std::vector<Index> all_, open_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<Layer> place_layers(std::vector<ThreadLayer> layers,
                                const std::vector<TracedOperation>& operations) {
  std::vector<Layer> placed;
  if (layers.empty()) return placed;
  std::unordered_map<Index, Running> threads;
  for (Index i = 0; i < static_cast<Index>(operations.size()); ++i)
    threads.try_emplace(operations[static_cast<std::size_t>(i)].thread, operations)
        .first->second.add(i);
  std::ranges::sort(layers, {},
                    [](const ThreadLayer& layer) { return std::tuple(layer.begin, -layer.end); });
  for (const ThreadLayer& layer : layers) {
    const auto thread = threads.find(layer.thread);
    const Index operation = thread == threads.end() ? kNone : thread->second.at(layer.begin);
    if (operation != kNone) placed.push_back({operation, layer.name, layer.begin, layer.end});
  }
  return placed;
}

}  // namespace riffle::tool
