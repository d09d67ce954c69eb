// SPDX-License-Identifier: Apache-2.0
// `leak`: what the program has made and not released when it ends.
#pragma once

#include "race/tool.h"

namespace riffle::race {

class LeakTool final : public Tool {
 public:
  explicit LeakTool(CheckState& state) : state_(state) {}

  void end() override RIFFLE_REQUIRES(check_mutex) {
    for (const Finding& leak : state_.resources().leaks()) state_.write(leak);
  }

 private:
  CheckState& state_;
};

}  // namespace riffle::race
