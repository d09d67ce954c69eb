// SPDX-License-Identifier: Apache-2.0
// Signals that ask this command to end wait until it has removed its temporary files.
#pragma once

#include <csignal>

namespace riffle::tool {

/// While an object lives, SIGINT, SIGTERM and SIGHUP are blocked in this thread; one that has come ends the process, as its
/// sender expects, when the last object goes. Objects nest; of the main thread alone.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  /// What was blocked before the outermost object: the mask of programs that are started meanwhile.
  static const sigset_t& mask_before();
  /// The number of one that has come and waits; 0: none.
  static int waiting();
};

}  // namespace riffle::tool
