// SPDX-License-Identifier: Apache-2.0
// A file of several questions about one subject: CASE(name) { ... } asks one of them, and has a section of its own in the transcripts.
#pragma once

#include "named_cases.h"
#include "transcript.h"

template <void (*kAsk)()>
int asked() {
  kAsk();
  return 0;
}

#define CASE(name)                                                                    \
  static void case_##name();                                                          \
  static const bool has_case_##name = add_case(CASE_FOLDER #name, asked<case_##name>); \
  static void case_##name()
