// SPDX-License-Identifier: Apache-2.0
// What the program writes to the terminal while the view has it: kept, and written there when the view is gone.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "trace/live/view.h"

namespace riffle::tool {

/// This process's standard output and error, and so those of the programs that it starts, lead through a terminal of our
/// own, for as long as this lives. What leads elsewhere, into a file, stays as it is.
class CapturedOutput {
 public:
  /// Null when there is no terminal to capture for, or none can be made.
  static std::unique_ptr<CapturedOutput> begin(ViewSize size);
  ~CapturedOutput();
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  /// Becomes readable when there is more.
  [[nodiscard]] int source() const { return master_; }
  /// The terminal itself.
  [[nodiscard]] int terminal() const { return saved_error_; }
  /// Takes what there is: to the terminal, or while `keep` is true, for later.
  void pump(bool keep);
  /// Standard output and error are what they were.
  void end_capture();
  /// Writes what was kept, and forgets it.
  void release();
  void resize(ViewSize size) const;
  /// The newest lines of what was kept, the newest last, without control sequences.
  [[nodiscard]] std::vector<std::string> last_lines(std::size_t most) const;

 private:
  CapturedOutput() = default;
  void take(const char* bytes, std::size_t count, bool keep);

  int master_ = -1;
  int saved_output_ = -1;  ///< -1: it was no terminal
  int saved_error_ = -1;
  std::string kept_;  ///< the newest; older ones are in the file
  int file_ = -1;
};

}  // namespace riffle::tool
