// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/id_server.h"

#include <poll.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <map>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "libraries/nccl/quiet_signals.h"
#include "libraries/nccl/socket.h"

namespace riffle::nccl {
namespace {

class Server {
 public:
  explicit Server(Socket listening) : listening_(std::move(listening)) {}

  /// Until all ranks have come and gone.
  void run() {
    while (!is_over_) {
      std::vector<pollfd> events{{listening_.descriptor(), POLLIN, 0}};
      for (const Rank& each : ranks_) events.push_back({each.socket.descriptor(), POLLIN, 0});
      if (::poll(events.data(), events.size(), -1) < 0) continue;
      std::size_t i = 1;
      for (auto rank = ranks_.begin(); rank != ranks_.end();) {
        const auto next = std::next(rank);
        if (events[i++].revents != 0) hear(rank);
        rank = next;
      }
      if (events[0].revents != 0)
        if (Socket socket = listening_.accepted(); socket.is_open())
          ranks_.push_back(
              {.socket = std::move(socket), .hello = {}, .is_done = false, .asks_for = {}});
    }
  }

 private:
  struct Rank {
    Socket socket;
    std::optional<Hello> hello;
    bool is_done = false;  ///< needs nobody any more
    std::string asks_for;  ///< the key of a note that is not there yet
  };
  using Ranks = std::list<Rank>;

  void hear(Ranks::iterator rank) {
    std::string message;
    if (!rank->socket.receive(message)) return leave(rank);
    if (rank->hello) return take_note(*rank, message);
    if (message.size() != sizeof(Hello)) return leave(rank);
    Hello hello{};
    std::memcpy(&hello, message.data(), sizeof hello);
    const std::string why = why_not(hello);
    rank->hello = hello;
    if (!why.empty()) return refuse(is_usage_ ? ncclInvalidUsage : ncclInvalidArgument, why);
    if (++present_ == hello.size) accept();
  }

  void leave(Ranks::iterator rank) {
    const bool was_rank = rank->hello.has_value();
    const bool was_done = rank->is_done;
    ranks_.erase(rank);
    if (!was_rank) return;  // another program, which has tried the port
    if (!has_accepted_)
      return refuse(ncclRemoteError, "a rank ended before all ranks had connected");
    // The others wait for what it would have told them: their connections are closed.
    is_over_ = !was_done || std::ranges::none_of(
                                ranks_, [](const Rank& each) { return each.hello.has_value(); });
  }

  std::string why_not(const Hello& hello) {
    is_usage_ = false;
    for (const Rank& each : ranks_) {
      if (!each.hello) continue;
      const Hello& other = *each.hello;
      if (other.size != hello.size)
        return "ranks of one communicator give different numbers of ranks: " +
               std::to_string(other.size) + " and " + std::to_string(hello.size);
      is_usage_ = true;
      if (other.rank == hello.rank) return "rank " + std::to_string(hello.rank) + " is there twice";
      if (other.process == hello.process && other.device == hello.device)
        return "Duplicate GPU detected : rank " + std::to_string(hello.rank) + " and rank " +
               std::to_string(other.rank) + " both on CUDA device " + std::to_string(hello.device);
    }
    return {};
  }

  void answer(const Verdict& verdict, const std::string& text) const {
    std::string message(sizeof verdict, '\0');
    std::memcpy(message.data(), &verdict, sizeof verdict);
    message += text;
    for (const Rank& each : ranks_)
      if (each.hello) static_cast<void>(each.socket.send(message));
  }

  void refuse(ncclResult_t result, const std::string& why) {
    answer({result, 0, 0}, why);
    is_over_ = true;
  }

  void accept() {
    const Hello& first = *std::ranges::find_if(ranks_, [](const Rank& each) {
                            return each.hello.has_value();
                          })->hello;
    Verdict verdict{ncclSuccess, 1, 1};
    for (const Rank& each : ranks_) {
      if (!each.hello) continue;
      if (each.hello->process != first.process) verdict.is_one_process = 0;
      if (each.hello->machine != first.machine) verdict.is_one_machine = 0;
    }
    has_accepted_ = true;
    // Ranks of one process have nothing to tell each other here.
    for (Rank& each : ranks_) each.is_done = verdict.is_one_process != 0;
    answer(verdict, {});
  }

  void take_note(Rank& rank, const std::string& message) {
    if (message.size() == 1 && message[0] == kDone) rank.is_done = true;
    if (message.size() < 2) return;
    const auto length = static_cast<std::size_t>(static_cast<unsigned char>(message[1]));
    const std::string key = message.substr(2, length);
    if (message[0] == kGetNote) {
      rank.asks_for = key;
    } else if (message.size() >= 2 + length) {
      notes_[key] = message.substr(2 + length);
    }
    for (Rank& each : ranks_) {
      const auto note = notes_.find(each.asks_for);
      if (each.asks_for.empty() || note == notes_.end()) continue;
      each.asks_for.clear();
      static_cast<void>(each.socket.send(note->second));
    }
  }

  Socket listening_;
  Ranks ranks_;
  int present_ = 0;
  bool is_usage_ = false;
  bool has_accepted_ = false;
  bool is_over_ = false;
  std::map<std::string, std::string> notes_;
};

}  // namespace

bool serve_id(std::uint16_t& port) {
  Socket listening = Socket::listening(port);
  if (!listening.is_open()) return false;
  try {
    const QuietSignals quiet;
    std::thread([own = std::move(listening)]() mutable {
      try {
        Server(std::move(own)).run();
      } catch (const std::bad_alloc&) {
        // The ranks see that it has gone.
      }
    }).detach();
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

}  // namespace riffle::nccl
