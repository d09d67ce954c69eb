// SPDX-License-Identifier: Apache-2.0
// libriffle_gloo.so: messages by Gloo, over TCP. Gloo's threads carry them; its exceptions end here.
#include "libraries/nccl/transport.h"

#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/store.h>
#include <gloo/transport/tcp/device.h>
#include <gloo/transport/unbound_buffer.h>

#include "libraries/nccl/quiet_signals.h"

namespace riffle::nccl {
namespace {

using std::chrono::milliseconds;

/// All ranks have said that they are there: connecting takes no longer than the network does.
constexpr milliseconds kToConnect = std::chrono::seconds(60);
/// A message comes when its sender has something: that may take any time.
constexpr milliseconds kEver = std::chrono::hours(24 * 365);

class StoreOfNotes : public gloo::rendezvous::Store {
 public:
  explicit StoreOfNotes(Notes& notes) : notes_(notes) {}

  void set(const std::string& key, const std::vector<char>& data) override {
    if (!notes_.set(key, {data.begin(), data.end()}))
      throw gloo::IoException("another rank has ended");
  }
  std::vector<char> get(const std::string& key) override {
    std::string text;
    if (!notes_.get(key, text)) throw gloo::IoException("another rank has ended");
    return {text.begin(), text.end()};
  }
  void wait(const std::vector<std::string>& keys) override {
    for (const std::string& key : keys) get(key);
  }
  void wait(const std::vector<std::string>& keys, const milliseconds&) override { wait(keys); }

 private:
  Notes& notes_;
};

/// One for each address: it has a thread.
std::shared_ptr<gloo::transport::Device>& device_at(const std::string& address) {
  static std::mutex mutex;
  static auto& all = *new std::map<std::string, std::shared_ptr<gloo::transport::Device>>;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<gloo::transport::Device>& device = all[address];
  if (device == nullptr) device = gloo::transport::tcp::CreateDevice(address.c_str());
  return device;
}

using Buffer = gloo::transport::UnboundBuffer;

/// Where nothing is ever sent: a receive there fails when the other side has gone. Gloo tells that of other transfers too,
/// but not of each send.
constexpr std::uint64_t kWatchSlot = ~std::uint64_t{0};

class GlooTransport : public Transport {
 public:
  explicit GlooTransport(std::shared_ptr<gloo::rendezvous::Context> context)
      : context_(std::move(context)) {
    for (int peer = 0; peer < context_->size; ++peer) {
      if (peer == context_->rank) continue;
      std::unique_ptr<Transfer> watch = receive(peer, kWatchSlot, &never_, sizeof never_);
      watches_.emplace_back([this, own = std::move(watch)] {
        if (own == nullptr || !own->wait()) abort();
      });
    }
  }
  ~GlooTransport() override {
    abort();
    for (std::thread& each : watches_) each.join();
  }

  std::unique_ptr<Transfer> send(int peer, std::uint64_t slot, const void* memory,
                                 std::size_t bytes) override {
    return begin(true, peer, slot, const_cast<void*>(memory), bytes);
  }
  std::unique_ptr<Transfer> receive(int peer, std::uint64_t slot, void* memory,
                                    std::size_t bytes) override {
    return begin(false, peer, slot, memory, bytes);
  }

  void abort() override {
    {
      const std::scoped_lock lock(mutex_);
      is_aborted_ = true;
      for (Buffer* const each : active_) {
        each->abortWaitSend();
        each->abortWaitRecv();
      }
    }
    close();
  }
  bool has_ended() override { return is_aborted(); }

 private:
  class GlooTransfer : public Transfer {
   public:
    GlooTransfer(GlooTransport& owner, std::unique_ptr<Buffer> buffer, bool sends)
        : owner_(owner), buffer_(std::move(buffer)), sends_(sends) {}
    ~GlooTransfer() override {
      const std::scoped_lock lock(owner_.mutex_);
      owner_.active_.erase(buffer_.get());
    }
    void begin(int peer, std::uint64_t slot) {
      if (sends_)
        buffer_->send(peer, slot);
      else
        buffer_->recv(peer, slot);
    }
    bool wait() override {
      try {
        if (owner_.is_aborted()) return false;
        return sends_ ? buffer_->waitSend(kEver) : buffer_->waitRecv(kEver);
      } catch (const std::exception&) {
        return false;
      }
    }

   private:
    GlooTransport& owner_;
    const std::unique_ptr<Buffer> buffer_;
    const bool sends_;
  };

  std::unique_ptr<Transfer> begin(bool sends, int peer, std::uint64_t slot, void* memory,
                                  std::size_t bytes) {
    const QuietSignals quiet;
    try {
      std::unique_ptr<Buffer> buffer = context_->createUnboundBuffer(memory, bytes);
      {
        const std::scoped_lock lock(mutex_);
        if (is_aborted_) return nullptr;
        active_.insert(buffer.get());
      }
      auto transfer = std::make_unique<GlooTransfer>(*this, std::move(buffer), sends);
      transfer->begin(peer, slot);
      return transfer;
    } catch (const std::exception&) {
      return nullptr;
    }
  }

  [[nodiscard]] bool is_aborted() {
    const std::scoped_lock lock(mutex_);
    return is_aborted_;
  }

  void close() {
    const std::scoped_lock lock(close_mutex_);
    if (is_closed_) return;
    is_closed_ = true;
    const QuietSignals quiet;
    try {
      context_->closeConnections();
    } catch (const std::exception&) {
      // They are closed already.
    }
  }

  const std::shared_ptr<gloo::rendezvous::Context> context_;
  std::mutex mutex_;
  std::set<Buffer*> active_;  ///< guarded by mutex_
  bool is_aborted_ = false;   ///< guarded by mutex_
  std::mutex close_mutex_;
  bool is_closed_ = false;  ///< guarded by close_mutex_
  char never_ = 0;
  std::vector<std::thread> watches_;
};

/// Later versions take the store by a shared pointer.
template <class Context>
void connect_all(Context& context, const std::shared_ptr<gloo::rendezvous::Store>& store,
                 std::shared_ptr<gloo::transport::Device>& device) {
  if constexpr (requires { context.connectFullMesh(store, device); }) {
    context.connectFullMesh(store, device);
  } else {
    context.connectFullMesh(*store, device);
  }
}

}  // namespace
}  // namespace riffle::nccl

extern "C" __attribute__((visibility("default"))) riffle::nccl::Transport* riffle_nccl_connect(
    int rank, int size, const char* address, riffle::nccl::Notes& notes, std::string& error) {
  using namespace riffle::nccl;
  const QuietSignals quiet;
  try {
    auto context = std::make_shared<gloo::rendezvous::Context>(rank, size);
    context->setTimeout(kToConnect);
    connect_all(*context, std::make_shared<StoreOfNotes>(notes), device_at(address));
    return new GlooTransport(std::move(context));
  } catch (const std::exception& failure) {
    error = failure.what();
    return nullptr;
  }
}
