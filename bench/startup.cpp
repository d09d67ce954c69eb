// SPDX-License-Identifier: Apache-2.0
// How long `riffle run hello.cu` takes with an empty cache and with a filled one, beside a native
// program that prints the same line.
//   usage: startup RIFFLE HELLO.cu NATIVE_HELLO [--quick]
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "bench.h"

// Wall time of one run, output thrown away. A run that fails ends the benchmark.
static double run_ns(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const double start = bench::now_ns();
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    execv(arguments[0], arguments.data());
    std::perror(arguments[0]);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "%s failed (status %d)\n", command[0].c_str(), status);
    std::exit(1);
  }
  return bench::now_ns() - start;
}

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s RIFFLE HELLO.cu NATIVE_HELLO [--quick]\n", argv[0]);
    return 2;
  }
  const bool quick = bench::is_quick(argc, argv);
  const std::vector<std::string> riffle = {argv[1], "run", argv[2]};

  char cache[] = "/tmp/riffle-bench-XXXXXX";
  if (mkdtemp(cache) == nullptr) {
    std::perror(cache);
    return 1;
  }
  setenv("RIFFLE_CACHE_DIR", cache, 1);
  bench::Samples cold, warm, native;
  for (int i = 0; i < (quick ? 3 : 7); ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(cache)) {
      std::filesystem::remove_all(entry.path());
    }
    cold.add(run_ns(riffle));
  }
  for (int i = 0; i < (quick ? 10 : 50); ++i) {
    warm.add(run_ns(riffle));
    native.add(run_ns({argv[3]}));
  }
  std::filesystem::remove_all(cache);

  bench::row_limit("riffle run hello.cu, empty cache", cold.median(), 1.5e9);
  bench::print_row("riffle run hello.cu, filled cache", bench::show_ns(warm.median()),
                   "native program " + bench::show_ns(native.median()),
                   warm.median() / native.median(), "", "");
  bench::row_limit("... of which start-up overhead", warm.median() - native.median(), 30e6);
  return 0;
}
