// SPDX-License-Identifier: Apache-2.0
// Starts `riffle` under the name of this file: "nvcc" and "riffle-host-link" beside it, and the commands that a Python
// package puts on the PATH, whose Riffle is a folder of that package. Packages of Python hold no links.
#define _GNU_SOURCE
#include <errno.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Seen from the folder of this file: the first is that of a tree, the others are those of virtual environments, of Fedora's
// and Debian's own Python, and of `pip install --target`.
static const char* const kPlaces[] = {
    "riffle",
    "../lib/python3*/site-packages/riffle/tree/bin/riffle",
    "../lib64/python3*/site-packages/riffle/tree/bin/riffle",
    "../lib/python3*/dist-packages/riffle/tree/bin/riffle",
    "../lib/python3/dist-packages/riffle/tree/bin/riffle",
    "../riffle/tree/bin/riffle",
};

// In a folder's name, glob's special characters stand for themselves.
static int append_escaped(char* pattern, size_t size, const char* text) {
  size_t used = strlen(pattern);
  for (; *text != '\0'; ++text) {
    if (used + 3 > size) return 0;
    if (strchr("*?[\\", *text) != NULL) pattern[used++] = '\\';
    pattern[used++] = *text;
  }
  pattern[used] = '\0';
  return 1;
}

int main(int count, char** words) {
  (void)count;
  char self[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  const char* called = strrchr(words[0], '/') != NULL ? strrchr(words[0], '/') + 1 : words[0];
  if (length <= 0) {
    fprintf(stderr, "%s: cannot read /proc/self/exe: %s\n", called, strerror(errno));
    return 1;
  }
  self[length] = '\0';
  char folder[PATH_MAX];
  strcpy(folder, self);
  const char* const here = dirname(folder);
  const char* const own_name = basename(self);
  words[0] = (char*)called;
  for (size_t i = 0; i < sizeof kPlaces / sizeof *kPlaces; ++i) {
    // The command of this very name is not the one that it starts.
    if (i == 0 && strcmp(own_name, "riffle") == 0) continue;
    char pattern[2 * PATH_MAX] = "";
    if (!append_escaped(pattern, sizeof pattern - 128, here)) continue;
    strcat(strcat(pattern, "/"), kPlaces[i]);
    glob_t found;
    if (glob(pattern, 0, NULL, &found) == 0) {
      // Of several Pythons that share this folder, the last: all of them have put this file here.
      execv(found.gl_pathv[found.gl_pathc - 1], words);
    }
    globfree(&found);
  }
  fprintf(stderr, "%s: Riffle itself was not found from '%s'; is its package still installed?\n",
          words[0], here);
  return 1;
}
