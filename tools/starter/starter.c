// SPDX-License-Identifier: Apache-2.0
// Starts `riffle` under the name of this file: "nvcc" and "riffle-host-link" beside it, and the commands that a Python
// package puts on the PATH, whose Riffle is a folder of that package. Packages of Python hold no links.
#define _GNU_SOURCE
#include <errno.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Seen from the folder of a command: those of virtual environments, of Fedora's and Debian's own Python, and of
// `pip install --target`.
static const char* const kPlaces[] = {
    "../lib/python3*/site-packages/riffle/tree/bin/riffle",
    "../lib64/python3*/site-packages/riffle/tree/bin/riffle",
    "../lib/python3*/dist-packages/riffle/tree/bin/riffle",
    "../lib/python3/dist-packages/riffle/tree/bin/riffle",
    "../riffle/tree/bin/riffle",
};

// As many links as the system follows.
enum { kMostLinks = 40 };

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

// Returns if there is no such file in the folder.
static void start(const char* folder, const char* place, char** words) {
  char pattern[2 * PATH_MAX] = "";
  if (!append_escaped(pattern, sizeof pattern - 128, folder)) return;
  strcat(strcat(pattern, "/"), place);
  glob_t found;
  if (glob(pattern, 0, NULL, &found) == 0) {
    // Of several Pythons that share this folder, the last: all of them have put this file here.
    execv(found.gl_pathv[found.gl_pathc - 1], words);
  }
  globfree(&found);
}

// Returns if no package of Python has put the command `path` where it is.
static void start_from(const char* path, char** words) {
  char folder[PATH_MAX];
  strcpy(folder, path);
  const char* const here = dirname(folder);
  for (size_t i = 0; i < sizeof kPlaces / sizeof *kPlaces; ++i) start(here, kPlaces[i], words);
}

// In a tree `riffle` is beside this file; the command of that very name is not the one that it starts.
static void start_beside(const char* self, char** words) {
  char folder[PATH_MAX];
  strcpy(folder, self);
  if (strcmp(strrchr(self, '/') + 1, "riffle") != 0) start(dirname(folder), "riffle", words);
}

// The file that a shell starts for `word`; 0 where there is none.
static int find_called(const char* word, char path[PATH_MAX]) {
  if (strchr(word, '/') != NULL) return snprintf(path, PATH_MAX, "%s", word) < PATH_MAX;
  const char* list = getenv("PATH");
  while (list != NULL && *list != '\0') {
    const size_t length = strcspn(list, ":");
    const char* const folder = length == 0 ? "." : list;
    const int written =
        snprintf(path, PATH_MAX, "%.*s/%s", (int)(length == 0 ? 1 : length), folder, word);
    if (written < PATH_MAX && access(path, X_OK) == 0) return 1;
    list += length + (list[length] == ':');
  }
  return 0;
}

// What the link `path` leads to, in one step; 0 where it is no link.
static int follow(char path[PATH_MAX]) {
  char target[PATH_MAX];
  const ssize_t length = readlink(path, target, sizeof target - 1);
  if (length <= 0) return 0;
  target[length] = '\0';
  if (target[0] == '/') {
    strcpy(path, target);
    return 1;
  }
  char folder[PATH_MAX];
  strcpy(folder, path);
  return snprintf(path, PATH_MAX, "%s/%s", dirname(folder), target) < PATH_MAX;
}

// uv installs, when told so, links into its cache, which holds each package apart: there Riffle lies beside one of the links
// that lead to this file. The one that is nearest to the file is the installed one, others are its user's.
static void start_from_links(const char* word, char** words) {
  static char chain[kMostLinks][PATH_MAX];
  if (!find_called(word, chain[0])) return;
  int count = 1;
  for (; count < kMostLinks; ++count) {
    strcpy(chain[count], chain[count - 1]);
    if (!follow(chain[count])) break;
  }
  while (count-- > 0) start_from(chain[count], words);
}

int main(int count, char** words) {
  if (count < 1) return 127;
  char self[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  const char* const word = words[0];
  const char* called = strrchr(word, '/') != NULL ? strrchr(word, '/') + 1 : word;
  if (length <= 0) {
    fprintf(stderr, "%s: cannot read /proc/self/exe: %s\n", called, strerror(errno));
    return 1;
  }
  self[length] = '\0';
  words[0] = (char*)called;
  start_beside(self, words);
  start_from(self, words);
  start_from_links(word, words);
  fprintf(stderr, "%s: Riffle itself was not found from '%s'; is its package still installed?\n",
          called, dirname(self));
  return 1;
}
