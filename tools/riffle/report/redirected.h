// SPDX-License-Identifier: Apache-2.0
// A descriptor of this process that leads into a file for a while, for what it and its children write there.
#pragma once

#include <string>

#include "base/status.h"

namespace riffle::tool::report {

class Redirected {
 public:
  /// `descriptor` (1 or 2) is `path`'s from now on.
  Redirected(int descriptor, const std::string& path);
  ~Redirected();
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

  /// Why the file could not be made; the descriptor then leads where it did.
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  int descriptor_;
  int before_ = -1;
  Status status_;
};

}  // namespace riffle::tool::report
