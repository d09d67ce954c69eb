// SPDX-License-Identifier: Apache-2.0
// The terminal's other screen. Whatever ends the command, the usual one comes back, as it was.
#pragma once

#include <string>
#include <vector>

#include "trace/live/view.h"

namespace riffle::tool {

class Screen {
 public:
  /// Whether a view can be drawn there: a terminal that moves its cursor.
  [[nodiscard]] static bool is_possible(int descriptor);

  /// `descriptor` stays the caller's. One at a time.
  explicit Screen(int descriptor);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// As large as the terminal's window is now.
  [[nodiscard]] ViewSize size() const;
  void draw(const std::vector<std::string>& lines) const;

 private:
  const int descriptor_;
};

}  // namespace riffle::tool
