// SPDX-License-Identifier: Apache-2.0
// One rank of a communicator whose ranks are in several processes.
//
// A group's calls are a batch. Each of its streams copies what is sent into staging memory, says that it has, waits for a
// word, and copies what was received from there. A thread of the rank carries batches out, one after the other, in the
// order of the calls; those in graphs when the graph runs.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "libraries/nccl/exchange.h"
#include "libraries/nccl/transport.h"
#include "libraries/nccl/words.h"
#include "libraries/nccl/world.h"

namespace riffle::nccl {

class RemoteWorld : public World {
 public:
  /// `number`: of the communicator, the same in all ranks.
  RemoteWorld(int rank, int size, int device, std::uint64_t number,
              std::unique_ptr<Transport> transport);
  ~RemoteWorld() override;

  ncclResult_t start(std::span<const CommCall> calls) override;
  void abort(int rank) override;
  ncclResult_t finish(int rank) override;
  ncclResult_t error(int rank) override;
  ncclResult_t exchange(int rank, std::span<const int> members, const Bytes& own,
                        std::vector<Bytes>& all) override;
  ncclResult_t make_part(int rank, std::span<const int> members, int index,
                         std::shared_ptr<World>& part) override;

 private:
  /// A stream of a batch.
  struct Lane {
    cudaStream_t stream = nullptr;
    SyncWord word;
  };
  struct Batch {
    std::vector<StagedCall> calls;
    std::vector<Lane> lanes;
    bool is_of_graph = false;
    // For riffle check. None awaited: nobody knows what the batch comes after.
    std::vector<RiffleSignal> given;
    std::vector<RiffleSignal> awaited;
    std::size_t arrived = 0;  ///< streams that have come to it; guarded by the world's mutex_
  };
  /// What operations of streams hold: they may run after the world has ended.
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::shared_ptr<Batch>> batches;  ///< guarded by mutex
    bool is_over = false;                        ///< guarded by mutex
    bool is_idle = true;                         ///< guarded by mutex
    ncclResult_t error = ncclSuccess;            ///< guarded by mutex

    void arrive(const std::shared_ptr<Batch>& batch);
    /// Null: none that may be carried out. `mutex` is held.
    [[nodiscard]] std::shared_ptr<Batch> next() const;
  };

  ncclResult_t start_batch(std::span<const CommCall> calls, bool is_captured);
  void name_signals(Batch& batch);
  ncclResult_t make_batch(std::span<const CommCall> calls, bool is_captured,
                          std::shared_ptr<Batch>& batch);
  ncclResult_t enqueue(const std::shared_ptr<Batch>& batch);
  void run();
  void end_batch(const Batch& batch);

  const int rank_;
  const int size_;
  const int device_;
  const std::uint64_t number_;
  const std::unique_ptr<Transport> transport_;
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  // How many collectives and batches there were, and messages to and from each peer; guarded by shared_->mutex.
  std::uint64_t collectives_ = 0;
  std::uint64_t batches_ = 0;
  std::map<std::pair<int, int>, std::uint64_t> messages_;  ///< by sender and receiver
  bool has_captured_ = false;  ///< a graph runs how often it likes: the ranks' counts may differ
  std::shared_ptr<WordPool> words_ = std::make_shared<WordPool>();
  Staging staging_;
  std::mutex control_mutex_;
  std::vector<std::uint64_t> control_messages_;  ///< guarded by control_mutex_; by peer
  std::atomic<bool> is_finished_{false};         ///< others may go
  std::thread thread_;
};

}  // namespace riffle::nccl
