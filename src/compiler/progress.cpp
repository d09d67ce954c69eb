// SPDX-License-Identifier: Apache-2.0
#include "compiler/progress.h"

#include <cxxabi.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/options.h"
#include "platform/futex.h"
#include "platform/thread.h"

namespace riffle::compiler {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{2000};
/// Between two compilations of one wait.
constexpr milliseconds kPause{1000};
constexpr milliseconds kRefresh{500};
constexpr std::size_t kStackBytes = std::size_t{256} << 10;
/// Where the terminal does not say.
constexpr std::size_t kColumns = 80;

}  // namespace

Progress* Progress::of_process() {
  static Progress* const shown = options().progress && ::isatty(STDERR_FILENO) == 1
                                     ? new Progress(STDERR_FILENO, kPatience)
                                     : nullptr;
  return shown;
}

std::string Progress::short_name(const std::string& what) {
  int status = -1;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(what.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0) return what;
  // Without arguments, what it gives, and where it stands.
  std::string name(demangled.get());
  name.resize(std::min(name.find_first_of("<("), name.size()));
  const std::size_t before = name.find_last_of(" :");
  if (before != std::string::npos) name.erase(0, before + 1);
  return name.empty() ? what : name;
}

void Progress::begin(const std::string& what) {
  const MutexLock lock(mutex_);
  const auto now = Clock::now();
  if (running_.empty() && (ended_ == Clock::time_point{} || now - ended_ > kPause)) {
    since_ = now;
    done_ = 0;
  }
  running_.push_back(what);
  if (!is_watched_) {
    is_watched_ = platform::start_thread(
        "riffle-progress", kStackBytes, [](void* self) { static_cast<Progress*>(self)->watch(); },
        this);
  }
  begun_.fetch_add(1);
  platform::futex_wake(&begun_, 1);
}

void Progress::end(const std::string& what) {
  const MutexLock lock(mutex_);
  const auto found = std::ranges::find(running_, what);
  if (found == running_.end()) return;
  running_.erase(found);
  ++done_;
  if (!running_.empty()) return;
  erase();
  ended_ = Clock::now();
}

void Progress::watch() {
  for (;;) {
    const std::uint32_t seen = begun_.load();
    const std::optional<Clock::duration> time = step();
    if (time) {
      platform::futex_wait_for(begun_, seen,
                               static_cast<std::uint64_t>(std::chrono::nanoseconds(*time).count()));
    } else {
      platform::futex_wait(begun_, seen);
    }
  }
}

std::optional<Progress::Clock::duration> Progress::step() {
  const MutexLock lock(mutex_);
  if (running_.empty()) return std::nullopt;
  const auto waited = Clock::now() - since_;
  if (waited < patience_) return patience_ - waited;
  show();
  return kRefresh;
}

void Progress::show() {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - since_).count();
  std::string line = "riffle: compiling device code, " + std::to_string(seconds) + " s";
  if (done_ > 0) line += ", " + std::to_string(done_) + " done";
  line += ": " + short_name(running_.back());
  // Names come from outside.
  std::ranges::replace_if(line, [](char c) { return c < ' ' || c > '~'; }, '?');
  const std::size_t width = columns();
  line.resize(std::min(line.size(), width - 1));
  // As many blanks as a line has end in the line below, unless the cursor stood in the first column.
  const std::string fresh = shown_ == 0 ? std::string(width, ' ') : "";
  const std::size_t blanks = shown_ > line.size() ? shown_ - line.size() : 0;
  if (write(fresh + "\r" + line + std::string(blanks, ' '))) shown_ = line.size() + blanks;
}

void Progress::erase() {
  if (shown_ > 0) (void)write("\r" + std::string(shown_, ' ') + "\r");
  shown_ = 0;
}

bool Progress::write(std::string_view text) const {
  const pid_t foreground = ::tcgetpgrp(descriptor_);
  if (foreground >= 0 && foreground != ::getpgrp()) return false;
  return ::write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::size_t Progress::columns() const {
  winsize size{};
  const bool is_known = ::ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return is_known ? size.ws_col : kColumns;
}

}  // namespace riffle::compiler
