// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuCoredumpGetAttribute, cuCoredumpSetAttribute and their global twins: what is kept, what a fault leaves. Checks itself:
// the file is Riffle's own text.
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

#include "driver.h"

static int wrong = 0;

static void expect(const char *what, int line, bool holds) {
  if (holds) return;
  std::printf("line %d: not so: %s\n", line, what);
  wrong = 1;
}
#define EXPECT(...) expect(#__VA_ARGS__, __LINE__, (__VA_ARGS__))

__global__ void bad(int *out) { *out = 1; }

template <class T>
static T get(CUcoredumpSettings attribute) {
  T value{};
  size_t size = sizeof value;
  MUST(cuCoredumpGetAttribute(attribute, &value, &size));
  return value;
}

template <class T>
static CUresult set(CUcoredumpSettings attribute, T value) {
  size_t size = sizeof value;
  return cuCoredumpSetAttribute(attribute, &value, &size);
}

static std::string file_of_context() {
  char path[1024];
  size_t size = sizeof path;
  MUST(cuCoredumpGetAttribute(CU_COREDUMP_FILE, path, &size));
  return path;
}

static void settings() {
  size_t size = 0;
  EXPECT(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, nullptr, &size) == CUDA_SUCCESS && size == 1024);
  EXPECT(cuCoredumpSetAttributeGlobal(CU_COREDUMP_ENABLE_ON_EXCEPTION, nullptr, &size) == CUDA_SUCCESS && size == 1);
  EXPECT(cuCoredumpGetAttributeGlobal(CU_COREDUMP_GENERATION_FLAGS, nullptr, &size) == CUDA_SUCCESS && size == 4);
  EXPECT(cuCoredumpGetAttributeGlobal(CU_COREDUMP_MAX, nullptr, &size) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, nullptr, nullptr) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(!get<bool>(CU_COREDUMP_ENABLE_ON_EXCEPTION) && get<bool>(CU_COREDUMP_TRIGGER_HOST) && !get<bool>(CU_COREDUMP_LIGHTWEIGHT));
  EXPECT(get<unsigned>(CU_COREDUMP_GENERATION_FLAGS) == CU_COREDUMP_DEFAULT_FLAGS);
  EXPECT(file_of_context().find("core.cuda.") == 0);
  char small[2];
  size = sizeof small;
  EXPECT(cuCoredumpGetAttribute(CU_COREDUMP_FILE, small, &size) == CUDA_ERROR_INVALID_VALUE);
  // Old names of some flags.
  EXPECT(set(CU_COREDUMP_TRIGGER_HOST, false) == CUDA_SUCCESS && get<unsigned>(CU_COREDUMP_GENERATION_FLAGS) == CU_COREDUMP_SKIP_ABORT);
  EXPECT(set(CU_COREDUMP_LIGHTWEIGHT, true) == CUDA_SUCCESS);
  EXPECT(get<unsigned>(CU_COREDUMP_GENERATION_FLAGS) == (CU_COREDUMP_SKIP_ABORT | CU_COREDUMP_LIGHTWEIGHT_FLAGS));
  EXPECT(set(CU_COREDUMP_GENERATION_FLAGS, 0x100u) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(set(CU_COREDUMP_ENABLE_USER_TRIGGER, true) == CUDA_ERROR_NOT_PERMITTED);
  bool on = true;
  size = sizeof on;
  EXPECT(cuCoredumpSetAttributeGlobal(CU_COREDUMP_ENABLE_USER_TRIGGER, &on, &size) == CUDA_ERROR_NOT_SUPPORTED);
  // The context had its settings already.
  EXPECT(cuCoredumpSetAttributeGlobal(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &size) == CUDA_SUCCESS);
  EXPECT(!get<bool>(CU_COREDUMP_ENABLE_ON_EXCEPTION));
  CUcontext made = make_context();
  EXPECT(get<bool>(CU_COREDUMP_ENABLE_ON_EXCEPTION) && get<bool>(CU_COREDUMP_TRIGGER_HOST));
  MUST(cuCtxDestroy(made));
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

int main() {
  int status = 0;
  std::string text = dump_of(false, status);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  EXPECT(text.find("bad(int*)") != std::string::npos && text.find("illegal address") != std::string::npos);
  text = dump_of(true, status);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && text.find("bad(int*)") != std::string::npos);
  use_primary();
  settings();
  return wrong;
}
