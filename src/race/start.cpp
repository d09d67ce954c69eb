// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "base/options.h"
#include "race/checker.h"

namespace riffle::race {
namespace {

constinit Checker* the_checker = nullptr;

Tools tools_of(const Options& all) {
  return {.mem = all.checks("mem"),
          .init = all.checks("init"),
          .race = all.checks("race"),
          .leak = all.checks("leak"),
          .api = all.checks("api")};
}

[[gnu::destructor]] void note_end() {
  if (the_checker != nullptr && engine::current_observer() != nullptr) the_checker->end();
}

}  // namespace

void start_if_asked() {
  const std::string& path = options().check_file;
  if (path.empty() || the_checker != nullptr) return;
  // The first process that uses CUDA takes the file: it is empty until then.
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    std::fprintf(stderr, "riffle: RIFFLE_CHECK: cannot open '%s': %s\n", path.c_str(),
                 std::strerror(errno));
    return;
  }
  static constexpr char kBegin[] = "{\"began\":true}\n";
  if (lseek(descriptor, 0, SEEK_END) != 0 ||
      ::write(descriptor, kBegin, sizeof kBegin - 1) != sizeof kBegin - 1) {
    close(descriptor);
    return;
  }
  the_checker = new Checker(descriptor, tools_of(options()));
  pthread_atfork(nullptr, nullptr, [] {
    engine::remove_observers();
    device::set_access_judge(nullptr);
  });
  engine::add_observer(*the_checker);
  device::set_access_judge(the_checker->judge());
}

}  // namespace riffle::race
