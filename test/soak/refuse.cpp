// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program: makes the N-th request for memory, for pages or for a thread fail, counted
// from the program's call of `refuse_begin(N)` to `refuse_end()`, which tells how many there were.
// With REFUSE_WHERE in the environment, says from where the refused request came.
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>

namespace {

std::atomic<bool> counts{false};
std::atomic<unsigned long> made{0};
std::atomic<unsigned long> refused{0};

bool says_where = false;

void say_where() {
  void* frames[48];
  backtrace_symbols_fd(frames, backtrace(frames, 48), STDERR_FILENO);
}

bool is_refused() {
  if (!counts.load(std::memory_order_relaxed) || made.fetch_add(1) + 1 != refused.load())
    return false;
  if (says_where) say_where();
  errno = ENOMEM;
  return true;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// The C library's own names for what is replaced here: dlsym itself may allocate.
extern "C" void* __libc_malloc(size_t);
extern "C" void* __libc_calloc(size_t, size_t);
extern "C" void* __libc_realloc(void*, size_t);
extern "C" void* __libc_memalign(size_t, size_t);

extern "C" {

void refuse_begin(unsigned long nth) {
  says_where = getenv("REFUSE_WHERE") != nullptr;
  if (says_where) say_where();  // loads the unwinder, before anything is counted
  made = 0;
  refused = nth;
  counts = true;
}

unsigned long refuse_end() {
  counts = false;
  return made;
}

void* malloc(size_t bytes) { return is_refused() ? nullptr : __libc_malloc(bytes); }
void* calloc(size_t count, size_t bytes) {
  return is_refused() ? nullptr : __libc_calloc(count, bytes);
}
void* realloc(void* old, size_t bytes) {
  return is_refused() ? nullptr : __libc_realloc(old, bytes);
}
void* memalign(size_t alignment, size_t bytes) {
  return is_refused() ? nullptr : __libc_memalign(alignment, bytes);
}
void* aligned_alloc(size_t alignment, size_t bytes) {
  return is_refused() ? nullptr : __libc_memalign(alignment, bytes);
}
int posix_memalign(void** out, size_t alignment, size_t bytes) {
  void* const memory = is_refused() ? nullptr : __libc_memalign(alignment, bytes);
  if (memory == nullptr) return ENOMEM;
  *out = memory;
  return 0;
}

void* mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset) {
  if (is_refused()) return MAP_FAILED;
  static auto* const real = next<decltype(mmap)>("mmap");
  return real(address, bytes, protection, flags, file, offset);
}

int mprotect(void* address, size_t bytes, int protection) {
  if (is_refused()) return -1;
  static auto* const real = next<decltype(mprotect)>("mprotect");
  return real(address, bytes, protection);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) {
  if (is_refused()) return EAGAIN;
  static auto* const real = next<decltype(pthread_create)>("pthread_create");
  return real(thread, attributes, body, argument);
}

}  // extern "C"
