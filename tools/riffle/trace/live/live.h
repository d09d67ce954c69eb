// SPDX-License-Identifier: Apache-2.0
// `riffle trace --live`: a view of the program while it runs.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "trace/live/output.h"

namespace riffle::tool {

/// From construction until `end`, on a thread of its own. On a terminal it takes the other screen when the program begins to
/// use CUDA, and gives it back; elsewhere it writes a line to standard error now and then.
class LiveView {
 public:
  /// `recording` is where the program will record; `interval_ms` 0: what is usual.
  LiveView(std::string recording, std::string program, int interval_ms);
  ~LiveView() { end(); }
  LiveView(const LiveView&) = delete;
  LiveView& operator=(const LiveView&) = delete;

  /// The program has ended: its output is written, and the last line of the view.
  void end();

 private:
  void run();

  const std::string recording_;
  const std::string program_;
  int interval_ms_;
  int wake_ = -1;
  std::unique_ptr<CapturedOutput> output_;  ///< null: there is no terminal
  std::thread thread_;
};

}  // namespace riffle::tool
