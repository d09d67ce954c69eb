// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// What a fault leaves when core dumps are enabled. Checks itself: the file is Riffle's own text.
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

int main() {
  int status = 0;
  std::string text = dump_of(false, status);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  EXPECT(text.find("bad(int*)") != std::string::npos && text.find("illegal address") != std::string::npos);
  text = dump_of(true, status);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && text.find("bad(int*)") != std::string::npos);
  return wrong;
}
