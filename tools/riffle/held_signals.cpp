// SPDX-License-Identifier: Apache-2.0
#include "held_signals.h"

namespace riffle::tool {
namespace {

constexpr int kHeld[] = {SIGINT, SIGTERM, SIGHUP};

int depth = 0;
sigset_t before;

}  // namespace

HeldSignals::HeldSignals() {
  if (depth++ != 0) return;
  sigset_t mask;
  sigemptyset(&mask);
  for (const int signal : kHeld) sigaddset(&mask, signal);
  sigprocmask(SIG_BLOCK, &mask, &before);
}

HeldSignals::~HeldSignals() {
  if (--depth == 0) sigprocmask(SIG_SETMASK, &before, nullptr);
}

const sigset_t& HeldSignals::mask_before() { return before; }

int HeldSignals::waiting() {
  sigset_t pending;
  sigpending(&pending);
  for (const int signal : kHeld)
    if (sigismember(&pending, signal) == 1) return signal;
  return 0;
}

}  // namespace riffle::tool
