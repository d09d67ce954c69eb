// SPDX-License-Identifier: Apache-2.0
// How long `riffle cc -c` takes for a kernel file of 200 lines, beside clang++ for the same lines as plain C++: the
// time of all processors together, since both sides of a .cu file are compiled at once, and the time on the clock. With
// usual options, whose precompiled headers come with Riffle, and with others: for these they are made behind the second
// compilation, by a process of its own, whose time is the last row.
//   usage: compile_speed RIFFLE KERNELS.cu [--quick]
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "bench.h"

namespace {

struct Cost {
  double wall_ns, processor_ns;
};

double nanoseconds(const timeval& time) { return time.tv_sec * 1e9 + time.tv_usec * 1e3; }

double children_ns() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
}

// One run; if it fails the benchmark ends.
Cost run(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const double start = bench::now_ns(), used = children_ns();
  const pid_t child = fork();
  if (child == 0) {
    execvp(arguments[0], arguments.data());
    std::perror(arguments[0]);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "%s failed (status %d)\n", command[0].c_str(), status);
    std::exit(1);
  }
  return {bench::now_ns() - start, children_ns() - used};
}

// Until both sides' headers are there, which are made behind a compilation; at most a minute.
double wait_for_headers(const std::string& folder) {
  const double start = bench::now_ns();
  while (bench::now_ns() - start < 60e9) {
    int made = 0;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
      made += entry.path().extension() == ".inputs" ? 1 : 0;
    if (made == 2) break;
    usleep(2000);
  }
  return bench::now_ns() - start;
}

struct Costs {
  bench::Samples wall, processor;
  void add(const Cost& cost) {
    wall.add(cost.wall_ns);
    processor.add(cost.processor_ns);
  }
};

void row(const char* what, bench::Samples& ours, bench::Samples& rival) {
  bench::row_limit(what, ours.median(), 1.2 * rival.median() + 300e6, "clang++", rival.median());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s RIFFLE KERNELS.cu [--quick]\n", argv[0]);
    return 2;
  }
  const std::string source = argv[2];
  char folder[] = "/tmp/riffle-bench-XXXXXX";
  if (mkdtemp(folder) == nullptr) {
    std::perror(folder);
    return 1;
  }
  const std::string output = std::string(folder) + "/kernels.o";
  const std::vector<std::string> usual = {argv[1],      "cc",   "-c", "-O2",
                                          "-std=c++17", source, "-o", output};
  std::vector<std::string> other = usual;
  other.push_back("-arch=sm_90");
  const std::vector<std::string> rival = {"clang++-22", "-x",   "c++", "-c",  "-O2",
                                          "-std=c++17", source, "-o",  output};
  setenv("RIFFLE_CACHE_DIR", folder, 1);
  Costs ready, first, second, later, plain;
  bench::Samples background;
  for (int i = 0; i < (bench::is_quick(argc, argv) ? 3 : 9); ++i) {
    std::filesystem::remove_all(std::string(folder) + "/headers");
    plain.add(run(rival));
    ready.add(run(usual));
    first.add(run(other));
    second.add(run(other));
    background.add(wait_for_headers(std::string(folder) + "/headers"));
    later.add(run(other));
  }
  std::filesystem::remove_all(folder);
  row("riffle cc -c, 200 lines: processor time", ready.processor, plain.processor);
  row("... on the clock", ready.wall, plain.wall);
  row("... other options, the first time: processor time", first.processor, plain.processor);
  row("... on the clock", first.wall, plain.wall);
  row("... the second time: processor time", second.processor, plain.processor);
  row("... on the clock", second.wall, plain.wall);
  row("... later: processor time", later.processor, plain.processor);
  row("... on the clock", later.wall, plain.wall);
  bench::row_ratio("... headers made behind the second time, on the clock", background.median(),
                   "clang++", plain.wall.median(), 0);
  return 0;
}
