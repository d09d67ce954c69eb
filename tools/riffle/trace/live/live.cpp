// SPDX-License-Identifier: Apache-2.0
#include "trace/live/live.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <optional>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <fmt/format.h>

#include "say.h"
#include "trace/live/reader.h"
#include "trace/live/screen.h"
#include "trace/live/state.h"
#include "trace/live/view.h"
#include "trace/quiet_thread.h"

namespace riffle::tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTerminalMs = 200;
constexpr int kLineMs = 1000;
constexpr std::size_t kMostOutput = 200;  // lines
constexpr std::uint64_t kEnd = 1;
constexpr std::uint64_t kResized = std::uint64_t{1} << 32;

volatile std::sig_atomic_t resize_wakes = -1;

void resized(int) {
  if (resize_wakes >= 0) eventfd_write(resize_wakes, kResized);
}

void set_resize_handler(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGWINCH, &action, nullptr);
}

/// The recording, what it has told, and where it is shown.
class Watch {
 public:
  Watch(const std::string& recording, const std::string& program, CapturedOutput* output)
      : reader_(recording),
        state_([this](std::uint64_t ticks) { return reader_.ns(ticks); }),
        program_(program),
        output_(output) {}

  void show() {
    if (!look()) return;
    if (output_ == nullptr) return say("riffle trace: {}\n", view_line(figures_));
    if (!screen_) screen_.emplace(output_->terminal());
    const ViewSize size = screen_->size();
    output_->resize(size);
    screen_->draw(view_lines(program_, figures_, size, output_->last_lines(kMostOutput)));
  }
  /// What comes from the program is kept while the screen is ours.
  [[nodiscard]] bool has_screen() const { return screen_.has_value(); }
  /// The usual screen again, with all that the program has written, and how it stood at the end.
  void end() {
    const bool has_begun = look();
    screen_.reset();
    if (output_ != nullptr) {
      output_->end_capture();
      output_->release();
    }
    if (has_begun) say("riffle trace: {}\n", view_line(figures_));
  }

 private:
  bool look() {
    if (!reader_.has_begun()) return false;
    reader_.poll(state_);
    figures_ = state_.figures(reader_.now_ns());
    return true;
  }

  LiveReader reader_;
  LiveState state_;
  const std::string program_;
  CapturedOutput* const output_;
  std::optional<Screen> screen_;
  LiveFigures figures_;
};

}  // namespace

LiveView::LiveView(std::string recording, std::string program, int interval_ms)
    : recording_(std::move(recording)),
      program_(std::move(program)),
      interval_ms_(interval_ms),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (Screen::is_possible(STDERR_FILENO)) output_ = CapturedOutput::begin({});
  if (interval_ms_ == 0) interval_ms_ = output_ != nullptr ? kTerminalMs : kLineMs;
  if (output_ != nullptr) {
    resize_wakes = wake_;
    set_resize_handler(resized);
  }
  thread_ = start_quiet_thread([this] { run(); });
}

void LiveView::end() {
  if (!thread_.joinable()) return;
  if (output_ != nullptr) output_->end_capture();
  eventfd_write(wake_, kEnd);
  thread_.join();
  if (output_ != nullptr) set_resize_handler(SIG_DFL);
  resize_wakes = -1;
  close(wake_);
}

void LiveView::run() {
  Watch watch(recording_, program_, output_.get());
  const auto interval = std::chrono::milliseconds(interval_ms_);
  auto next = Clock::now() + interval;
  bool is_open = output_ != nullptr;
  for (;;) {
    std::array<pollfd, 2> sources = {pollfd{wake_, POLLIN, 0},
                                     pollfd{is_open ? output_->source() : -1, POLLIN, 0}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    poll(sources.data(), sources.size(), static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (output_ != nullptr) output_->pump(watch.has_screen());
    if ((sources[1].revents & POLLHUP) != 0) is_open = false;  // nobody has the other end any more
    std::uint64_t woken = 0;
    if ((sources[0].revents & POLLIN) != 0) eventfd_read(wake_, &woken);
    if (woken % kResized >= kEnd) break;
    if (woken < kResized && Clock::now() < next) continue;
    watch.show();
    next = Clock::now() + interval;
  }
  if (output_ != nullptr) output_->pump(watch.has_screen());
  watch.end();
}

}  // namespace riffle::tool
