// SPDX-License-Identifier: Apache-2.0
#include "trace/live/screen.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace riffle::tool {
namespace {

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l";
constexpr std::string_view kLeave = "\x1b[?25h\x1b[?1049l";

volatile std::sig_atomic_t screen_descriptor = -1;

/// Also for signal handlers.
void put(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// Ctrl-Z: the shell must not find itself on our screen.
void pause(int) {
  const int saved = errno;
  if (screen_descriptor >= 0) put(screen_descriptor, kLeave);
  kill(getpid(), SIGSTOP);
  if (screen_descriptor >= 0) put(screen_descriptor, kEnter);
  errno = saved;
}

void set_handler(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGTSTP, &action, nullptr);
}

}  // namespace

bool Screen::is_possible(int descriptor) {
  const char* const terminal = std::getenv("TERM");
  return isatty(descriptor) == 1 && terminal != nullptr && *terminal != 0 &&
         std::string_view(terminal) != "dumb";
}

Screen::Screen(int descriptor) : descriptor_(descriptor) {
  screen_descriptor = descriptor;
  set_handler(pause);
  put(descriptor_, kEnter);
}

Screen::~Screen() {
  set_handler(SIG_DFL);
  screen_descriptor = -1;
  put(descriptor_, kLeave);
}

ViewSize Screen::size() const {
  winsize window{};
  if (ioctl(descriptor_, TIOCGWINSZ, &window) != 0 || window.ws_col == 0 || window.ws_row == 0)
    return {};
  return {window.ws_col, window.ws_row};
}

void Screen::draw(const std::vector<std::string>& lines) const {
  std::string text = "\x1b[H";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i != 0) text += "\r\n";
    text += lines[i] + "\x1b[K";
  }
  put(descriptor_, text + "\x1b[J");
}

}  // namespace riffle::tool
