// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>
#include <iterator>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/options.h"
#include "race/checker.h"
#include "race/preload/host_calls.h"
#include "race/script_stack.h"

namespace riffle::race {
namespace {

constinit Checker* the_checker = nullptr;

Tools tools_of(const Options& all) {
  return {.mem = all.checks("mem"),
          .init = all.checks("init"),
          .block = all.checks("block"),
          .sync = all.checks("sync"),
          .race = all.checks("race"),
          .leak = all.checks("leak"),
          .api = all.checks("api")};
}

bool page_fault(const device::PageFault& fault) noexcept { return the_checker->page_fault(fault); }

bool will_access(const void* bytes, std::size_t count, bool writes, const void* caller) {
  if (engine::current_observer() == nullptr) return false;
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes);
  return the_checker->system_call({begin, begin + count}, writes,
                                  reinterpret_cast<std::uintptr_t>(caller));
}

void will_give_back(const void* block, std::size_t count, const void* caller) {
  if (engine::current_observer() == nullptr) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  the_checker->gives_back({begin, begin + count}, reinterpret_cast<std::uintptr_t>(caller));
}

void host_access(const void* bytes, std::size_t count, host_code::HostCodeAccess kind,
                 const void* caller) {
  if (engine::current_observer() == nullptr) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes);
  the_checker->host_code({begin, begin + count}, kind, reinterpret_cast<std::uintptr_t>(caller));
}

/// Only where system calls of the program are told: see preload/host_calls.h.
void watch_host(Checker& checker) {
  auto* const calls = static_cast<HostCalls*>(dlsym(RTLD_DEFAULT, kHostCallsName));
  if (calls == nullptr) return;
  checker.watch_host(&calls->pages);
  device::set_page_fault_handler(&page_fault);
  calls->handler_changed = &device::note_changed_handler;
  calls->will_access = &will_access;
  calls->will_give_back = &will_give_back;
  calls->host_access = &host_access;
  calls->script_text = &note_script_text;
  find_interpreter();
}

[[gnu::destructor]] void note_end() {
  if (the_checker != nullptr && engine::current_observer() != nullptr) the_checker->end();
}

}  // namespace

void start_if_asked() {
  const std::string& path = options().check_file;
  if (path.empty() || the_checker != nullptr) return;
  // Processes share the file: each of their lines is one write behind all others.
  const int descriptor =
      above_standard(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (descriptor < 0) {
    std::fprintf(stderr, "riffle: RIFFLE_CHECK: cannot open '%s': %s\n", path.c_str(),
                 std::strerror(errno));
    return;
  }
  const std::string began = began_line();
  if (::write(descriptor, began.data(), began.size()) != std::ssize(began)) {
    std::fprintf(stderr, "riffle: RIFFLE_CHECK: cannot write '%s': %s\n", path.c_str(),
                 std::strerror(errno));
    close(descriptor);
    return;
  }
  the_checker = new Checker(descriptor, tools_of(options()));
  if (options().checks("race")) watch_host(*the_checker);
  pthread_atfork([] { the_checker->before_fork(); }, [] { the_checker->after_fork(); },
                 [] {
                   the_checker->after_fork_in_child();
                   if (the_checker->is_unused()) return;
                   engine::remove_observers();
                   device::set_access_judge(nullptr);
                   device::set_block_watch(nullptr);
                   device::set_page_fault_handler(nullptr);
                 });
  engine::add_observer(*the_checker);
  device::set_access_judge(the_checker->judge());
  device::set_block_watch(the_checker->block_watch());
}

}  // namespace riffle::race
