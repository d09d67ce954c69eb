// SPDX-License-Identifier: Apache-2.0
// A file of several programs: each CASE(name) { ... } is one, and returns its exit code.
#pragma once

#include "../conformance/named_cases.h"
#include "case.h"

#define CASE(name)                                                              \
  static int case_##name();                                                     \
  static const bool has_case_##name = add_case(CASE_FOLDER #name, case_##name); \
  static int case_##name()
