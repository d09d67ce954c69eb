// SPDX-License-Identifier: Apache-2.0
#include "report/collected.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "trace/quiet_thread.h"

namespace riffle::tool::report {
namespace {

void close_if_open(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

}  // namespace

void BoundedText::append(std::string_view text) {
  bytes_ += text.size();
  const std::size_t room = head_bytes_ - head_.size();
  head_ += text.substr(0, room);
  if (text.size() <= room) return;
  tail_ += text.substr(room);
  if (tail_.size() > 2 * tail_bytes_) tail_.erase(0, tail_.size() - tail_bytes_);
}

std::size_t BoundedText::bytes_left_out() const {
  const std::size_t most = head_bytes_ + tail_bytes_;
  return bytes_ > most ? bytes_ - most : 0;
}

std::string BoundedText::text() const {
  if (bytes_left_out() == 0) return head_ + tail_;
  return head_ + "\n[left out]\n" + tail_.substr(tail_.size() - tail_bytes_);
}

Collected::Collected(int descriptor) : descriptor_(descriptor) { start(); }

void Collected::start() {
  std::fflush(stdout);
  std::array<int, 2> ends{-1, -1};
  const auto failed = [&](int reason) {
    status_ = error(Code::kOperatingSystem,
                    fmt::format("cannot collect output: {}", std::strerror(reason)));
    close_if_open(ends[1]);
  };
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return failed(errno);
  pipe_ = ends[0];
  stop_ = eventfd(0, EFD_CLOEXEC);
  // Above the standard ones, which this process may have been started without.
  before_ = fcntl(descriptor_, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (stop_ < 0 || before_ < 0) return failed(errno);
  try {
    reader_ = start_quiet_thread([this] { read_until_told(); });
  } catch (const std::system_error& refused) {
    return failed(refused.code().value());
  }
  if (dup2(ends[1], descriptor_) < 0) return failed(errno);
  close(ends[1]);
}

bool Collected::read_once(std::size_t most) {
  std::array<char, std::size_t{64} << 10> bytes{};
  const ssize_t count = read(pipe_, bytes.data(), std::min(most, bytes.size()));
  if (count < 0) return errno == EINTR;
  text_.append({bytes.data(), static_cast<std::size_t>(count)});
  return count > 0;
}

void Collected::read_until_told() {
  std::array<pollfd, 2> ready{pollfd{pipe_, POLLIN, 0}, pollfd{stop_, POLLIN, 0}};
  for (;;) {
    if (poll(ready.data(), ready.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if ((ready[1].revents & POLLIN) != 0) break;
    if (ready[0].revents != 0 && !read_once(SIZE_MAX)) return;
  }
  // What was written up to now: a process that was left behind may go on writing.
  int left = 0;
  if (ioctl(pipe_, FIONREAD, &left) != 0) return;
  const std::size_t last = text_.bytes() + static_cast<std::size_t>(left);
  while (text_.bytes() < last && read_once(last - text_.bytes())) {
  }
}

BoundedText Collected::end() {
  if (before_ >= 0) {
    std::fflush(stdout);
    dup2(before_, descriptor_);
  }
  if (reader_.joinable()) {
    const std::uint64_t one = 1;
    if (write(stop_, &one, sizeof one) == sizeof one) reader_.join();
  }
  for (int* each : {&before_, &pipe_, &stop_}) close_if_open(std::exchange(*each, -1));
  return std::exchange(text_, BoundedText());
}

Collected::~Collected() { end(); }

}  // namespace riffle::tool::report
