// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// What a fault leaves when core dumps are enabled, and their settings.
#include "../cases.h"
#include "driver.h"

#include <sys/wait.h>
#include <unistd.h>
#include <fstream>
#include <sstream>
#include <string>

namespace core_dump_ {
static int wrong = 0;

static void expect(const char *what, int line, bool holds) {
  if (holds) return;
  std::printf("line %d: not so: %s\n", line, what);
  wrong = 1;
}

#define EXPECT(...) expect(#__VA_ARGS__, __LINE__, (__VA_ARGS__))
__global__ void bad(int *out) { *out = 1; }

template <class T>
static CUresult set(CUcoredumpSettings attribute, T value) {
  size_t size = sizeof value;
  return cuCoredumpSetAttribute(attribute, &value, &size);
}

// Runs in a child: a fault that is dumped into `path`.
static void fault(const char *path, bool aborts) {
  use_primary();
  char name[1024] = {};
  std::snprintf(name, sizeof name, "%s.%%p", path);
  size_t size = sizeof name;
  MUST(cuCoredumpSetAttribute(CU_COREDUMP_FILE, name, &size));
  MUST(set(CU_COREDUMP_ENABLE_ON_EXCEPTION, true));
  if (!aborts) MUST(set(CU_COREDUMP_GENERATION_FLAGS, unsigned{CU_COREDUMP_SKIP_ABORT}));
  bad<<<1, 1>>>(nullptr);
  _exit(cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS ? 7 : 8);
}

static std::string dump_of(bool aborts, int &status) {
  char path[] = "core_dump_test_XXXXXX";
  EXPECT(mkdtemp(path) != nullptr);
  const std::string prefix = std::string(path) + "/dump";
  const pid_t child = fork();
  if (child == 0) fault(prefix.c_str(), aborts);
  waitpid(child, &status, 0);
  const std::string name = prefix + "." + std::to_string(child);
  std::stringstream text;
  text << std::ifstream(name).rdbuf();
  unlink(name.c_str());
  rmdir(path);
  return text.str();
}

// What a fault leaves when core dumps are enabled. Checks itself: the file is Riffle's own text.
CASE(core_dump) {
  int status = 0;
  std::string text = dump_of(false, status);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  EXPECT(text.find("bad(int*)") != std::string::npos && text.find("illegal address") != std::string::npos);
  text = dump_of(true, status);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && text.find("bad(int*)") != std::string::npos);
  std::exit(wrong);
}
}  // namespace core_dump_

namespace core_dump_settings_ {
template <class T>
static void get(const char *name, CUcoredumpSettings attribute, std::size_t size = sizeof(T)) {
  T value{};
  const CUresult result = cuCoredumpGetAttribute(attribute, &value, &size);
  std::printf("%s: %s, %u, size %zu\n", name, name_of(result), static_cast<unsigned>(value), size);
}

template <class T>
static CUresult set(CUcoredumpSettings attribute, T value) {
  std::size_t size = sizeof value;
  return cuCoredumpSetAttribute(attribute, &value, &size);
}

template <class T>
static CUresult set_global(CUcoredumpSettings attribute, T value) {
  std::size_t size = sizeof value;
  return cuCoredumpSetAttributeGlobal(attribute, &value, &size);
}

static void show_file(std::size_t size) {
  char path[1024] = "untouched";
  std::printf("file: %s", name_of(cuCoredumpGetAttribute(CU_COREDUMP_FILE, path, &size)));
  std::printf(", size %zu, '%s'\n", size, path);
}

static void sizes() {
  for (int attribute = 0; attribute <= 9; ++attribute) {
    std::size_t of_context = 77, global = 77;
    const CUresult first = cuCoredumpGetAttribute(static_cast<CUcoredumpSettings>(attribute), nullptr, &of_context);
    const CUresult second = cuCoredumpGetAttributeGlobal(static_cast<CUcoredumpSettings>(attribute), nullptr, &global);
    std::printf("attribute %d: %s %zu, %s %zu\n", attribute, name_of(first), of_context, name_of(second), global);
  }
  bool on = false;
  SHOW(cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, nullptr));
  get<unsigned>("flags, room for two bytes", CU_COREDUMP_GENERATION_FLAGS, 2);
}

static void files() {
  show_file(1024);
  show_file(2);
  char name[] = "dump.of.somebody";
  std::size_t size = sizeof name;
  SHOW(cuCoredumpSetAttribute(CU_COREDUMP_FILE, name, &size));
  show_file(1024);
  show_file(5);
  size = 4;
  SHOW(cuCoredumpSetAttribute(CU_COREDUMP_FILE, name, &size));
  show_file(1024);
  size = 0;
  SHOW(cuCoredumpSetAttribute(CU_COREDUMP_FILE, name, &size));
  size = 0;
  SHOW(cuCoredumpGetAttribute(CU_COREDUMP_FILE, name, &size));
  SHOW(cuCoredumpSetAttribute(CU_COREDUMP_PIPE, name, &size));
}

static void flags() {
  for (unsigned flags : {0x100u, 0x40u, 0x3fu, 0x80000000u, 0u}) {
    SHOW(set(CU_COREDUMP_GENERATION_FLAGS, flags));
    get<unsigned>("flags", CU_COREDUMP_GENERATION_FLAGS);
  }
  get<bool>("aborts", CU_COREDUMP_TRIGGER_HOST);
  SHOW(set(CU_COREDUMP_TRIGGER_HOST, false));
  get<unsigned>("flags", CU_COREDUMP_GENERATION_FLAGS);
  SHOW(set(CU_COREDUMP_LIGHTWEIGHT, true));
  get<unsigned>("flags", CU_COREDUMP_GENERATION_FLAGS);
  get<bool>("lightweight", CU_COREDUMP_LIGHTWEIGHT);
  SHOW(set(CU_COREDUMP_LIGHTWEIGHT, false));
  get<unsigned>("flags", CU_COREDUMP_GENERATION_FLAGS);
  get<bool>("user trigger", CU_COREDUMP_ENABLE_USER_TRIGGER);
  SHOW(set(CU_COREDUMP_ENABLE_USER_TRIGGER, true));
  SHOW(set(CU_COREDUMP_ENABLE_USER_TRIGGER, false));
}

// cuCoredumpGetAttribute, cuCoredumpSetAttribute and their global twins: sizes, what is kept, which attributes a context has.
CASE(core_dump_settings) {
  use_primary();
  sizes();
  files();
  flags();
  // Contexts have what was chosen for all when they are made.
  SHOW(set_global(CU_COREDUMP_ENABLE_ON_EXCEPTION, true));
  get<bool>("enabled in the context of before", CU_COREDUMP_ENABLE_ON_EXCEPTION);
  make_context();
  get<bool>("enabled in a new one", CU_COREDUMP_ENABLE_ON_EXCEPTION);
  get<bool>("aborts in a new one", CU_COREDUMP_TRIGGER_HOST);
}
}  // namespace core_dump_settings_
