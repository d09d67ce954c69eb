// SPDX-License-Identifier: Apache-2.0
// Messages between processes. The one kind is Gloo's, in a library of its own (gloo/transport.cpp), which is loaded when
// ranks of several processes meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace riffle::nccl {

/// A message under way. Its memory must stay until it is done or given up.
class Transfer {
 public:
  Transfer() = default;
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  virtual ~Transfer() = default;
  /// False: the other side has gone, or the transport was aborted.
  [[nodiscard]] virtual bool wait() = 0;
};

/// One rank's connections to all others. Any thread.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;
  /// A message meets the one of the same slot and size on the other side. Null: the connection has failed.
  [[nodiscard]] virtual std::unique_ptr<Transfer> send(int peer, std::uint64_t slot,
                                                       const void* memory, std::size_t bytes) = 0;
  [[nodiscard]] virtual std::unique_ptr<Transfer> receive(int peer, std::uint64_t slot,
                                                          void* memory, std::size_t bytes) = 0;
  /// Ends all transfers, now and from now on; the other sides see the connections closed.
  virtual void abort() = 0;
  /// It was aborted, or another rank has gone, which does the same.
  [[nodiscard]] virtual bool has_ended() = 0;
};

/// Where ranks leave what others need to connect to them.
class Notes {
 public:
  Notes() = default;
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;
  virtual ~Notes() = default;
  [[nodiscard]] virtual bool set(const std::string& key, const std::string& text) = 0;
  /// Waits until somebody has set it.
  [[nodiscard]] virtual bool get(const std::string& key, std::string& text) = 0;
};

/// Of the library: `riffle_nccl_connect`. Null: others have gone; `error` has the reason.
using ConnectFunction = Transport* (*)(int rank, int size, const char* address, Notes& notes,
                                       std::string& error);

/// False: `error` has the reason.
[[nodiscard]] bool load_transport(std::string& error);
/// After that has succeeded.
[[nodiscard]] std::unique_ptr<Transport> connect(int rank, int size, const std::string& address,
                                                 Notes& notes, std::string& error);

}  // namespace riffle::nccl
