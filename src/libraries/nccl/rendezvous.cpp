// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/rendezvous.h"

#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <map>
#include <string>

#include "libraries/nccl/errors.h"
#include "libraries/nccl/id_server.h"
#include "libraries/nccl/kernels.h"
#include "libraries/nccl/local_world.h"
#include "libraries/nccl/remote_world.h"
#include "libraries/nccl/socket.h"
#include "libraries/nccl/transport.h"

namespace riffle::nccl {
namespace {

/// What is in an id.
struct Id {
  std::uint64_t mark;
  std::uint64_t number;
  std::uint64_t machine;  ///< where the server is
  std::uint16_t port;
  char address[46];
};
static_assert(sizeof(Id) <= sizeof(ncclUniqueId));
constexpr std::uint64_t kMark = 0x52494646'4e43434cULL;

std::uint64_t random_number() {
  std::uint64_t number = 0;
  while (getrandom(&number, sizeof number, 0) != sizeof number) {
  }
  return number;
}

/// Of this process; a child of fork is another one.
std::uint64_t own_process() {
  static std::mutex mutex;
  static pid_t process = 0;
  static std::uint64_t number = 0;
  const std::scoped_lock lock(mutex);
  if (process != getpid()) {
    process = getpid();
    number = random_number();
  }
  return number;
}

// ---- Ranks of one process ----

/// They get one world; the first makes it.
struct Place {
  std::map<int, int> devices;  ///< by rank
  std::shared_ptr<World> world;
};

struct Places {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::uint64_t, std::shared_ptr<Place>> all;
};
Places& places() {
  static auto* const own = new Places;
  return *own;
}

/// All will come: the server has said so.
ncclResult_t meet_here(std::uint64_t number, int rank, int size, int device,
                       Cancellation& cancellation, std::shared_ptr<World>& world) {
  if (size > kMostRanks)
    return fail(ncclInvalidUsage,
                "more than " + std::to_string(kMostRanks) + " ranks of a process");
  std::unique_lock lock(places().mutex);
  std::shared_ptr<Place>& slot = places().all[number];
  if (slot == nullptr) slot = std::make_shared<Place>();
  const std::shared_ptr<Place> place = slot;
  place->devices[rank] = device;
  if (static_cast<int>(place->devices.size()) == size) {
    std::vector<int> devices;
    for (const auto& [each, its_device] : place->devices) devices.push_back(its_device);
    place->world = make_local_world(std::move(devices));
    places().all.erase(number);
    places().changed.notify_all();
  }
  places().changed.wait(lock,
                        [&] { return place->world != nullptr || cancellation.is_cancelled(); });
  world = place->world;
  return world != nullptr ? ncclSuccess : fail(ncclInvalidUsage, "the communicator was aborted");
}

// ---- Ranks of several processes ----

class NotesAtServer : public Notes {
 public:
  explicit NotesAtServer(const Socket& socket) : socket_(socket) {}
  bool set(const std::string& key, const std::string& text) override {
    return socket_.send(beginning(kSetNote, key) + text);
  }
  bool get(const std::string& key, std::string& text) override {
    return socket_.send(beginning(kGetNote, key)) && socket_.receive(text);
  }

 private:
  static std::string beginning(char what, const std::string& key) {
    return {std::string(1, what) + static_cast<char>(key.size()) + key};
  }
  const Socket& socket_;
};

ncclResult_t ask_server(const Socket& socket, const Hello& hello, Verdict& verdict) {
  std::string message(sizeof hello, '\0');
  std::memcpy(message.data(), &hello, sizeof hello);
  if (!socket.send(message) || !socket.receive(message) || message.size() < sizeof verdict)
    return fail(ncclRemoteError, "the process that made the id has ended");
  std::memcpy(&verdict, message.data(), sizeof verdict);
  return verdict.result == ncclSuccess ? ncclSuccess
                                       : fail(verdict.result, message.substr(sizeof verdict));
}

/// For the time of a meeting.
class Connection {
 public:
  Connection(Cancellation& cancellation, const Socket& socket) : cancellation_(cancellation) {
    cancellation_.set_connection(socket.descriptor());
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { cancellation_.set_connection(-1); }

 private:
  Cancellation& cancellation_;
};

}  // namespace

void Cancellation::cancel() {
  {
    const std::scoped_lock lock(mutex_);
    is_cancelled_ = true;
    if (descriptor_ >= 0) ::shutdown(descriptor_, SHUT_RDWR);
  }
  const std::scoped_lock lock(places().mutex);
  places().changed.notify_all();
}

bool Cancellation::is_cancelled() {
  const std::scoped_lock lock(mutex_);
  return is_cancelled_;
}

void Cancellation::set_connection(int descriptor) {
  const std::scoped_lock lock(mutex_);
  descriptor_ = descriptor;
  if (is_cancelled_ && descriptor_ >= 0) ::shutdown(descriptor_, SHUT_RDWR);
}

std::shared_ptr<World> make_local_world(std::vector<int> devices) {
  return std::make_shared<LocalWorld>(std::move(devices));
}

ncclResult_t make_id(ncclUniqueId& id) {
  Id own{
      .mark = kMark, .number = random_number(), .machine = own_machine(), .port = 0, .address = {}};
  if (!serve_id(own.port))
    return fail(ncclSystemError, "there is no port for other ranks to connect to");
  const std::string address = own_address();
  std::copy_n(address.begin(), std::min(address.size(), sizeof own.address - 1), own.address);
  std::memset(&id, 0, sizeof id);
  std::memcpy(&id, &own, sizeof own);
  return ncclSuccess;
}

ncclResult_t meet(const ncclUniqueId& id, int rank, int size, int device,
                  Cancellation& cancellation, std::shared_ptr<World>& world) {
  Id known{};
  std::memcpy(&known, &id, sizeof known);
  if (known.mark != kMark)
    return fail(ncclInvalidArgument, "the id was not made by ncclGetUniqueId");
  const bool is_near = known.machine == own_machine();
  const std::string server = is_near ? "127.0.0.1" : known.address;
  const Socket socket = Socket::connected(server, known.port);
  if (!socket.is_open())
    return fail(ncclRemoteError, "cannot connect to " + server + ":" + std::to_string(known.port) +
                                     ", where ncclGetUniqueId was called");
  const Connection connection(cancellation, socket);
  const Hello hello{.rank = rank,
                    .size = size,
                    .device = device,
                    .unused = 0,
                    .process = own_process(),
                    .machine = own_machine()};
  Verdict verdict{};
  RIFFLE_NCCL_TRY(ask_server(socket, hello, verdict));
  if (verdict.is_one_process != 0)
    return meet_here(known.number, rank, size, device, cancellation, world);
  NotesAtServer notes(socket);
  std::string error;
  if (!load_transport(error)) return fail(ncclSystemError, error);
  std::unique_ptr<Transport> transport =
      connect(rank, size, verdict.is_one_machine != 0 ? "127.0.0.1" : own_address(), notes, error);
  if (transport == nullptr) return fail(ncclRemoteError, error);
  static_cast<void>(socket.send(std::string(1, kDone)));
  world = std::make_shared<RemoteWorld>(rank, size, device, known.number, std::move(transport));
  return ncclSuccess;
}

}  // namespace riffle::nccl
