// SPDX-License-Identifier: Apache-2.0
// Connections by which ranks of a new communicator meet: short messages over TCP.
#pragma once

#include <cstdint>
#include <string>

namespace riffle::nccl {

class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  /// At any port of all addresses; `port` is which. No socket: the system refuses.
  static Socket listening(std::uint16_t& port);
  /// Tries for some seconds.
  static Socket connected(const std::string& address, std::uint16_t port);
  [[nodiscard]] Socket accepted() const;

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// False: the other side has gone.
  [[nodiscard]] bool send(const std::string& message) const;
  [[nodiscard]] bool receive(std::string& message) const;

 private:
  int descriptor_ = -1;
};

/// This machine's address for others: that of the interface which NCCL_SOCKET_IFNAME names, or of the first that is up.
[[nodiscard]] std::string own_address();
/// The same number on the same machine.
[[nodiscard]] std::uint64_t own_machine();

}  // namespace riffle::nccl
