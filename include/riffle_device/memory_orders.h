// SPDX-License-Identifier: Apache-2.0
// Orders and scopes of the compiler's atomics under names of Riffle's own: a program that is compiled at run time does
// not have the compiler's macros, and reads some headers after those are gone.
#pragma once

enum RiffleOrder : int {
  kRiffleRelaxed = __ATOMIC_RELAXED,
  kRiffleConsume = __ATOMIC_CONSUME,
  kRiffleAcquire = __ATOMIC_ACQUIRE,
  kRiffleRelease = __ATOMIC_RELEASE,
  kRiffleAcquireRelease = __ATOMIC_ACQ_REL,
  kRiffleSequential = __ATOMIC_SEQ_CST,
};

enum RiffleScope : int {
  kRiffleSystem = __MEMORY_SCOPE_SYSTEM,
  kRiffleDevice = __MEMORY_SCOPE_DEVICE,
  kRiffleBlock = __MEMORY_SCOPE_WRKGRP,
  kRiffleThread = __MEMORY_SCOPE_SINGLE,
};
