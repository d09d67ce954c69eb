// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/chain.h"

#include <new>
#include <utility>

#include "runtime/graph/graph_exec.h"

namespace riffle::graph {
namespace {

// CUDA's bounds.
constexpr std::size_t kMostBeside = 120;
constexpr std::size_t kMostSiblings = 120;
constexpr std::size_t kMostTails = 255;

struct Parked {
  Chain* chain;
  engine::Stream* lane;
  Lanes* lanes;
};

void drop_complete(std::vector<engine::Moment>& moments) {
  std::erase_if(moments, [](const engine::Moment& moment) { return moment.is_complete(); });
}

}  // namespace

// ---- From kernels ----

Code Chain::launch(GraphExec& exec, LaunchPlace place) {
  if (place == LaunchPlace::kTail) return put_into_tail(exec);
  const bool is_sibling = place == LaunchPlace::kSibling;
  {
    const MutexLock lock(mutex_);
    std::size_t& count = is_sibling ? sibling_count_ : beside_count_;
    if (count >= (is_sibling ? kMostSiblings : kMostBeside)) return Code::kInvalidValue;
    ++count;
  }
  Chain* const parent = is_sibling ? parent_ : this;
  const Code code = launch_beside(exec, parent, parent != nullptr ? *parent : *this);
  if (code == Code::kOk) return code;
  const MutexLock lock(mutex_);
  --(is_sibling ? sibling_count_ : beside_count_);
  return code;
}

/// `awaiting` is `parent`, or the chain itself if a host began it: it ends after its siblings then.
Code Chain::launch_beside(GraphExec& exec, Chain* parent, Chain& awaiting) {
  const MutexLock lock(awaiting.mutex_);
  auto& moments = parent != nullptr ? awaiting.beside_ : awaiting.siblings_;
  moments.reserve(moments.size() + 1);
  engine::Moment end;
  const Code code = exec.launch_from_kernel(context_, parent, end);
  if (code == Code::kOk) moments.push_back(end);
  return code;
}

Code Chain::put_into_tail(GraphExec& exec) {
  const MutexLock lock(mutex_);
  if (tails_.size() + new_tails_.size() >= kMostTails) return Code::kInvalidValue;
  std::list<Tail> made(1);
  Tail& tail = made.front();
  const Lanes& runs = running_.empty() ? *first_ : *running_.front().launch.lanes;
  const Code code = exec.join_tail(context_, *first_, runs, end_, tail.launch);
  if (code != Code::kOk) return code;
  tail.launch.chain = this;
  tail.handle = graph_execs().show(exec);
  new_tails_.splice(new_tails_.end(), made);
  return Code::kOk;
}

// ---- From whoever runs it ----

void Chain::begin(const engine::Executor& executor, const engine::OperationNotice& notice) {
  end_ = executor.current();
  notice_ = notice;
}

/// Goes on when `moments` are complete. False if there is nothing to wait for any more.
bool Chain::park(std::vector<engine::Moment>& moments) {
  drop_complete(moments);
  if (moments.empty()) return false;
  engine::Stream* const lane = first_->take();
  try {
    if (lane == nullptr) throw std::bad_alloc();
    for (const engine::Moment& moment : moments) lane->enqueue_wait(moment);
    const engine::Ticket ticket = lane->enqueue(
        engine::ProgramOperation{
            .run = &Chain::run_parked, .payload_bytes = sizeof(Parked), .is_part = true},
        [&](void* payload) { *static_cast<Parked*>(payload) = {this, lane, first_.get()}; });
    first_->fence.show_part(*lane, ticket);
  } catch (const std::bad_alloc&) {
    if (lane != nullptr) first_->give(*lane);
    for (const engine::Moment& moment : moments) engine::wait_for(moment);
    moments.clear();
    return false;
  }
  moments.clear();
  return true;
}

void Chain::run_parked(engine::Executor& executor, const void* payload) noexcept {
  const Parked parked = *static_cast<const Parked*>(payload);
  parked.lanes->give(*parked.lane);  // what is put into it now comes after this
  parked.chain->go_on(executor);
}

Chain::Next Chain::next(engine::Executor& executor) {
  std::list<Tail> ended;  // destroyed without the lock
  const MutexLock lock(mutex_);
  if (park(beside_)) return Next::kWait;
  if (!running_.empty()) running_.front().launch.lanes->runs_in_tail = false;
  ended.splice(ended.begin(), running_);
  beside_count_ = sibling_count_ = 0;
  tails_.splice(tails_.begin(), new_tails_);
  if (executor.has_fault()) {
    for (const Tail& tail : tails_) tail.launch.lanes->is_in_tail = false;
    ended.splice(ended.end(), tails_);
  }
  if (tails_.empty()) return park(siblings_) ? Next::kWait : Next::kEnd;
  running_.splice(running_.begin(), tails_, tails_.begin());
  handle_ = running_.front().handle;
  Lanes& lanes = *running_.front().launch.lanes;
  lanes.runs_in_tail = true;
  lanes.is_in_tail = false;
  return Next::kTail;
}

void Chain::go_on(engine::Executor& executor) noexcept {
  for (;;) {
    const GraphLaunch* launch = nullptr;
    switch (next(executor)) {
      case Next::kWait:
        return;
      case Next::kEnd:
        first_->fence.complete();  // the chain may be gone
        return;
      case Next::kTail: {
        const MutexLock lock(mutex_);
        launch = &running_.front().launch;
      }
    }
    if (!run_graph(executor, *launch, notice_)) return;  // whoever ends it goes on
  }
}

}  // namespace riffle::graph
