// SPDX-License-Identifier: Apache-2.0
// A file of several questions about one subject: CASE(name) { ... } asks one of them. Each is run by its name, the argument of
// the program, in a process of its own, and has a section of its own in the transcripts.
#pragma once

#include "transcript.h"

struct NamedCase {
  const char *name;
  void (*ask)();
};

inline std::vector<NamedCase> &named_cases() {
  static std::vector<NamedCase> cases;
  return cases;
}

inline bool add_case(const char *name, void (*ask)()) {
  named_cases().push_back({name, ask});
  return true;
}

inline int ask_case(const char *name) {
  for (const NamedCase &each : named_cases())
    if (std::strcmp(each.name, name) == 0) return each.ask(), 0;
  std::printf("expected the name of a case as the argument, got '%s'; there are:", name);
  for (const NamedCase &each : named_cases()) std::printf(" %s", each.name);
  std::printf("\n");
  return 3;
}

#define CASE(name)                                                               \
  static void case_##name();                                                     \
  static const bool has_case_##name = add_case(CASE_FOLDER #name, case_##name);  \
  static void case_##name()

// `run --together` compiles many files as one program, with a main of its own and the folder of each file before its cases' names.
#ifndef CASES_OF_MANY_FILES
#define CASE_FOLDER ""
int main(int count, char **arguments) { return ask_case(count == 2 ? arguments[1] : ""); }
#endif
