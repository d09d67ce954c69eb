// SPDX-License-Identifier: Apache-2.0
// Loaded before all else into the compilers and linkers that build a program for `riffle run`: writes down every file that
// they ask for, found or not, so that the program is used again only where all of them would find the same. A list that a
// compiler writes itself has neither the names that it did not find nor what its assembler read.
//
// Lines of the file that RIFFLE_INPUTS_FILE names (read by tools/riffle/cc/inputs.cpp):
//   start             a process has loaded this library
//   read PATH         a file was opened to be read
//   wrote PATH        a file was opened to be written
//   there PATH        it was asked for and is there
//   absent PATH       it was asked for and is not there
//   listed PATH       the names in this folder were read
//
// Each function does its work by a call that is not replaced here.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static int record = -1;
static char record_path[PATH_MAX];

// One call writes a line: lines of several processes do not mix.
static void note(const char* kind, const char* path) {
  char line[PATH_MAX + 16];
  if (record < 0 || path == NULL) return;
  const int before = errno;
  const int length = snprintf(line, sizeof line, "%s %s\n", kind, path);
  if (length <= 0 || (size_t)length >= sizeof line ||
      write(record, line, (size_t)length) != length) {
    // Part of a record is worse than none.
    record = -1;
    unlink(record_path);
  }
  errno = before;
}

static void note_outcome(const char* path, int failed) {
  if (!failed) return note("there", path);
  if (errno == ENOENT || errno == ENOTDIR) note("absent", path);
}

__attribute__((constructor)) static void start(void) {
  const char* const file = getenv("RIFFLE_INPUTS_FILE");
  if (file == NULL || strlen(file) >= sizeof record_path) return;
  strcpy(record_path, file);
  record = openat(AT_FDCWD, file, O_WRONLY | O_APPEND | O_CLOEXEC);
  note("start", program_invocation_short_name);
}

static void note_opened(const char* path, int flags, int failed) {
  if ((flags & O_ACCMODE) != O_RDONLY) {
    note("wrote", path);
  } else if (failed) {
    note_outcome(path, failed);
  } else {
    note("read", path);
  }
}

EXPORT int open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  const int opened = openat(AT_FDCWD, path, flags, mode);
  note_opened(path, flags, opened < 0);
  return opened;
}
EXPORT int open64(const char* path, int flags, ...) __attribute__((alias("open")));

typedef FILE* Open(const char*, const char*);

static FILE* open_stream(const char* name, const char* path, const char* mode) {
  Open* const next = (Open*)dlsym(RTLD_NEXT, name);
  FILE* const opened = next(path, mode);
  note_opened(path, strpbrk(mode, "wa+") != NULL ? O_RDWR : O_RDONLY, opened == NULL);
  return opened;
}
EXPORT FILE* fopen(const char* path, const char* mode) { return open_stream("fopen", path, mode); }
EXPORT FILE* fopen64(const char* path, const char* mode) {
  return open_stream("fopen64", path, mode);
}

EXPORT int stat(const char* path, struct stat* status) {
  const int failed = fstatat(AT_FDCWD, path, status, 0);
  note_outcome(path, failed);
  return failed;
}
EXPORT int stat64(const char* path, struct stat64* status) {
  const int failed = fstatat64(AT_FDCWD, path, status, 0);
  note_outcome(path, failed);
  return failed;
}
EXPORT int lstat(const char* path, struct stat* status) {
  const int failed = fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
  note_outcome(path, failed);
  return failed;
}
EXPORT int lstat64(const char* path, struct stat64* status) {
  const int failed = fstatat64(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
  note_outcome(path, failed);
  return failed;
}
EXPORT int access(const char* path, int mode) {
  const int failed = faccessat(AT_FDCWD, path, mode, 0);
  note_outcome(path, failed);
  return failed;
}

EXPORT DIR* opendir(const char* path) {
  const int folder = openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) {
    note_outcome(path, 1);
    return NULL;
  }
  note("listed", path);
  return fdopendir(folder);
}
