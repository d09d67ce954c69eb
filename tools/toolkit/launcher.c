// SPDX-License-Identifier: Apache-2.0
// The programs in the toolkit's bin/: each is this file under its own name (nvcc, riffle-host-link) and starts riffle, which
// does what the name says. They are no links to riffle, as tools resolve links and take the folder of what they find
// for the toolkit's (cuda-pathfinder, CMake).
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// From here on the program is riffle, unless there is none at `folder``relative`.
static void try_riffle(const char* folder, const char* relative, char** arguments) {
  char path[2 * PATH_MAX];
  const int length = snprintf(path, sizeof path, "%s%s", folder, relative);
  if (length > 0 && (size_t)length < sizeof path) execv(path, arguments);
}

int main(int count, char** arguments) {
  char own[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  own[length < 0 ? 0 : length] = '\0';
  char* const slash = strrchr(own, '/');
  const char* const name = slash == NULL ? "nvcc" : slash + 1;
  // A link may have another name, and riffle goes by it.
  char* no_arguments[] = {NULL, NULL};
  if (count < 1) arguments = no_arguments;
  arguments[0] = (char*)name;
  if (slash != NULL) {
    *slash = '\0';
    try_riffle(own, "/riffle", arguments);
    try_riffle(own, "/../../../../bin/riffle", arguments);
  }
  // A copy that was taken out of its toolkit.
  execvp("riffle", arguments);
  const char* const why = strerror(errno);
  if (slash != NULL) *slash = '/';
  fprintf(stderr,
          "%s: cannot start riffle (%s): it is neither beside '%s', nor in the installation of "
          "this toolkit, nor in PATH\n",
          name, why, own);
  return 1;
}
