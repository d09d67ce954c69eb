// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/socket.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <thread>
#include <utility>

namespace riffle::nccl {
namespace {

/// A message of another program at the port is not waited for.
constexpr std::uint32_t kMostBytes = 1 << 20;

bool send_all(int descriptor, const void* memory, std::size_t bytes) {
  const auto* place = static_cast<const char*>(memory);
  while (bytes != 0) {
    const ssize_t sent = ::send(descriptor, place, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    place += sent;
    bytes -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int descriptor, void* memory, std::size_t bytes) {
  auto* place = static_cast<char*>(memory);
  while (bytes != 0) {
    const ssize_t received = ::recv(descriptor, place, bytes, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    place += received;
    bytes -= static_cast<std::size_t>(received);
  }
  return true;
}

sockaddr_in address_of(const std::string& text, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  inet_pton(AF_INET, text.c_str(), &address.sin_addr);
  return address;
}

void send_at_once(int descriptor) {
  const int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/// Whether one of the beginnings in a list is that of the name.
bool is_named(const std::string& name, const std::string& list) {
  std::size_t first = 0;
  while (first < list.size()) {
    std::size_t end = list.find(',', first);
    if (end == std::string::npos) end = list.size();
    const std::string each = list.substr(first, end - first);
    if (!each.empty() && name.starts_with(each)) return true;
    first = end + 1;
  }
  return false;
}

/// As NCCL_SOCKET_IFNAME says it: "eth" is each name that begins so, "=eth0" this one, "^docker" all others.
bool is_wanted(const std::string& name, bool is_loopback) {
  const char* const variable = std::getenv("NCCL_SOCKET_IFNAME");
  const std::string wanted = variable == nullptr ? "" : variable;
  if (wanted.empty()) return !is_loopback;
  if (wanted.front() == '^') return !is_loopback && !is_named(name, wanted.substr(1));
  if (wanted.front() == '=') return name == wanted.substr(1);
  return is_named(name, wanted);
}

}  // namespace

Socket::Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Socket::~Socket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Socket Socket::listening(std::uint16_t& port) {
  Socket own(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = address_of("0.0.0.0", 0);
  socklen_t length = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (!own.is_open() || ::bind(own.descriptor_, any, sizeof address) != 0 ||
      ::listen(own.descriptor_, SOMAXCONN) != 0 ||
      ::getsockname(own.descriptor_, any, &length) != 0)
    return {};
  port = ntohs(address.sin_port);
  return own;
}

Socket Socket::connected(const std::string& address, std::uint16_t port) {
  const sockaddr_in place = address_of(address, port);
  // The one who listens does so before anybody knows of it; a full queue of connections empties soon.
  for (int tries = 0; tries < 20; ++tries) {
    Socket own(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!own.is_open()) return {};
    if (::connect(own.descriptor_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0) {
      send_at_once(own.descriptor_);
      return own;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return {};
}

Socket Socket::accepted() const {
  Socket other(::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC));
  if (other.is_open()) send_at_once(other.descriptor_);
  return other;
}

bool Socket::send(const std::string& message) const {
  const auto bytes = static_cast<std::uint32_t>(message.size());
  return send_all(descriptor_, &bytes, sizeof bytes) &&
         send_all(descriptor_, message.data(), message.size());
}

bool Socket::receive(std::string& message) const {
  std::uint32_t bytes = 0;
  if (!receive_all(descriptor_, &bytes, sizeof bytes) || bytes > kMostBytes) return false;
  message.resize(bytes);
  return receive_all(descriptor_, message.data(), bytes);
}

std::string own_address() {
  std::string found = "127.0.0.1";
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return found;
  for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
    if ((each->ifa_flags & IFF_UP) == 0) continue;
    if (!is_wanted(each->ifa_name, (each->ifa_flags & IFF_LOOPBACK) != 0)) continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr, text.data(),
              text.size());
    found = text.data();
    break;
  }
  freeifaddrs(all);
  return found;
}

std::uint64_t own_machine() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  return std::hash<std::string>{}(std::string(host.data()) + boot);
}

}  // namespace riffle::nccl
