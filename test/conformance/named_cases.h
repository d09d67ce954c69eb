// SPDX-License-Identifier: Apache-2.0
// A program of several cases: the one that its argument names is run, in a process of its own.
#pragma once

#include <cstdio>
#include <cstring>
#include <vector>

struct NamedCase {
  const char *name;
  int (*run)();  // returns the exit code
};

inline std::vector<NamedCase> &named_cases() {
  static std::vector<NamedCase> cases;
  return cases;
}

inline bool add_case(const char *name, int (*run)()) {
  named_cases().push_back({name, run});
  return true;
}

inline int run_case(const char *name) {
  for (const NamedCase &each : named_cases())
    if (std::strcmp(each.name, name) == 0) return each.run();
  std::printf("expected the name of a case as the argument, got '%s'; there are:", name);
  for (const NamedCase &each : named_cases()) std::printf(" %s", each.name);
  std::printf("\n");
  return 3;
}

// `run --together` compiles many files as one program, with a main of its own and the folder of each file before its cases' names.
#ifndef CASES_OF_MANY_FILES
#define CASE_FOLDER ""
int main(int count, char **arguments) { return run_case(count == 2 ? arguments[1] : ""); }
#endif
