// SPDX-License-Identifier: Apache-2.0
#include "trace/live/output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace riffle::tool {
namespace {

constexpr std::size_t kKeptBytes = std::size_t{1} << 20;  // in memory

void write_all(int descriptor, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

int duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

/// A terminal that changes nothing of what is written there; its other end.
int open_terminal(int& other_end) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master < 0) return -1;
  std::array<char, 128> name{};
  if (grantpt(master) == 0 && unlockpt(master) == 0 &&
      ptsname_r(master, name.data(), name.size()) == 0)
    other_end = open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
  termios settings{};
  if (other_end >= 0 && tcgetattr(other_end, &settings) == 0) {
    settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
    tcsetattr(other_end, TCSANOW, &settings);
    return master;
  }
  if (other_end >= 0) close(other_end);
  close(master);
  return -1;
}

/// As it would stand on a terminal: no control sequences, and of what was written over, the newest.
std::string plain_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (const auto at = line.rfind('\r'); at != std::string_view::npos) line.remove_prefix(at + 1);
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b') {
      if (i + 1 < line.size() && line[i + 1] == '[') ++i;
      while (++i < line.size() && (line[i] < '@' || line[i] > '~')) {
      }
    } else if (line[i] == '\t') {
      text += ' ';
    } else if (static_cast<unsigned char>(line[i]) >= ' ' && line[i] != '\x7f') {
      text += line[i];
    }
  }
  return text;
}

}  // namespace

std::unique_ptr<CapturedOutput> CapturedOutput::begin(ViewSize size) {
  std::unique_ptr<CapturedOutput> made(new CapturedOutput);
  int other_end = -1;
  made->master_ = open_terminal(other_end);
  if (made->master_ < 0) return nullptr;
  made->resize(size);
  std::fflush(nullptr);
  made->saved_error_ = duplicate(STDERR_FILENO);
  dup2(other_end, STDERR_FILENO);
  if (isatty(STDOUT_FILENO) == 1) {
    made->saved_output_ = duplicate(STDOUT_FILENO);
    dup2(other_end, STDOUT_FILENO);
  }
  close(other_end);
  return made;
}

CapturedOutput::~CapturedOutput() {
  end_capture();
  release();
  for (const int descriptor : {master_, saved_output_, saved_error_, file_})
    if (descriptor >= 0) close(descriptor);
}

void CapturedOutput::end_capture() {
  std::fflush(nullptr);
  if (saved_error_ >= 0) dup2(saved_error_, STDERR_FILENO);
  if (saved_output_ >= 0) dup2(saved_output_, STDOUT_FILENO);
}

void CapturedOutput::resize(ViewSize size) const {
  winsize window{};
  window.ws_col = static_cast<unsigned short>(size.columns);
  window.ws_row = static_cast<unsigned short>(size.rows);
  ioctl(master_, TIOCSWINSZ, &window);
}

void CapturedOutput::pump(bool keep) {
  std::array<char, 16384> buffer;
  for (;;) {
    const ssize_t count = read(master_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // nothing more now, or nobody has the other end
    take(buffer.data(), static_cast<std::size_t>(count), keep);
  }
}

void CapturedOutput::take(const char* bytes, std::size_t count, bool keep) {
  if (!keep) return write_all(saved_error_, bytes, count);
  kept_.append(bytes, count);
  if (kept_.size() < kKeptBytes) return;
  if (file_ < 0) {
    const char* const folder = std::getenv("TMPDIR");
    file_ = open(folder != nullptr ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  }
  if (file_ < 0) return;
  const std::size_t older = kept_.size() - kKeptBytes / 2;
  write_all(file_, kept_.data(), older);
  kept_.erase(0, older);
}

void CapturedOutput::release() {
  if (file_ >= 0 && lseek(file_, 0, SEEK_SET) == 0) {
    std::array<char, 16384> buffer;
    for (ssize_t count = 0; (count = read(file_, buffer.data(), buffer.size())) > 0;)
      write_all(saved_error_, buffer.data(), static_cast<std::size_t>(count));
    close(file_);
    file_ = -1;
  }
  write_all(saved_error_, kept_.data(), kept_.size());
  kept_.clear();
}

std::vector<std::string> CapturedOutput::last_lines(std::size_t most) const {
  std::vector<std::string> lines;
  std::string_view rest = kept_;
  if (rest.ends_with('\n')) rest.remove_suffix(1);
  while (!rest.empty() && lines.size() < most) {
    const auto at = rest.rfind('\n');
    lines.push_back(plain_line(at == std::string_view::npos ? rest : rest.substr(at + 1)));
    rest = at == std::string_view::npos ? std::string_view() : rest.substr(0, at);
  }
  std::ranges::reverse(lines);
  return lines;
}

}  // namespace riffle::tool
