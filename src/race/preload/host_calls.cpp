// SPDX-License-Identifier: Apache-2.0
// libriffle_check.so, which `riffle check` loads before all other libraries (LD_PRELOAD).
//
// Under a check pages of host memory may be closed while operations use them. A program that touches one faults, and the
// handler opens it. A system call does not fault: it would fail with EFAULT where without the check it would not. So the
// calls that take memory of the program tell the checker first. And SIGSEGV must reach its handler: it is never blocked,
// and the checker puts its handler back in front of one that the program sets.
//
// Without a checker all this only passes on.
#include "race/preload/host_calls.h"

#include <dlfcn.h>
#include <malloc.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace {

using riffle::race::HostCalls;

}  // namespace

#define RIFFLE_EXPORTED extern "C" __attribute__((visibility("default")))

RIFFLE_EXPORTED HostCalls riffle_check_host_calls;
HostCalls riffle_check_host_calls{};

namespace {

/// Of the libraries behind this one, which is initialised before them all: dlsym forgets the message of a dlopen that has
/// failed, and frees it even where dlopen is still writing it. So nothing is looked up later.
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool report(const void* bytes, std::size_t count, bool writes, const void* caller) {
  const auto reported = riffle_check_host_calls.will_access;
  return reported != nullptr && reported(bytes, count, writes, caller);
}
bool report(const iovec* pieces, int count, bool writes, const void* caller) {
  bool opened = false;
  for (int i = 0; i < count; ++i)
    opened |= report(pieces[i].iov_base, pieces[i].iov_len, writes, caller);
  return opened;
}
bool report(const msghdr* message, bool writes, const void* caller) {
  return report(message->msg_iov, static_cast<int>(message->msg_iovlen), writes, caller);
}

/// An operation may close a page again before the call has come to it.
template <class Update, class Call>
auto reported(Update&& report_first, Call&& call) {
  constexpr int kMostRetries = 8;
  report_first();
  auto result = call();
  for (int i = 0; i < kMostRetries && result == decltype(result)(-1) && errno == EFAULT; ++i) {
    if (!report_first()) break;
    result = call();
  }
  return result;
}

constexpr bool kReads = false;
constexpr bool kWrites = true;

}  // namespace

// A call with one range of bytes: (result, name, writes, bytes, count, parameters, arguments).
#define RIFFLE_CALL(RESULT, NAME, WRITES, BYTES, COUNT, PARAMETERS, ARGUMENTS) \
  const auto real_##NAME = next<RESULT PARAMETERS>(#NAME);                     \
  RIFFLE_EXPORTED RESULT NAME PARAMETERS {                                     \
    const void* const caller = __builtin_return_address(0);                    \
    return reported([&] { return report(BYTES, COUNT, WRITES, caller); },      \
                    [&] { return real_##NAME ARGUMENTS; });                    \
  }
// A call with pieces or a message.
#define RIFFLE_PIECES(NAME, WRITES, TOLD, PARAMETERS, ARGUMENTS)                         \
  const auto real_##NAME = next<ssize_t PARAMETERS>(#NAME);                              \
  RIFFLE_EXPORTED ssize_t NAME PARAMETERS {                                              \
    const void* const caller = __builtin_return_address(0);                              \
    return reported([&] { return report TOLD; }, [&] { return real_##NAME ARGUMENTS; }); \
  }

// NOLINTBEGIN(bugprone-reserved-identifier)
// clang-format off
RIFFLE_CALL(ssize_t, read, kWrites, b, n, (int fd, void* b, size_t n), (fd, b, n))
RIFFLE_CALL(ssize_t, __read_chk, kWrites, b, n, (int fd, void* b, size_t n, size_t most), (fd, b, n, most))
RIFFLE_CALL(ssize_t, pread, kWrites, b, n, (int fd, void* b, size_t n, off_t at), (fd, b, n, at))
RIFFLE_CALL(ssize_t, pread64, kWrites, b, n, (int fd, void* b, size_t n, off64_t at), (fd, b, n, at))
RIFFLE_CALL(ssize_t, __pread_chk, kWrites, b, n, (int fd, void* b, size_t n, off_t at, size_t most), (fd, b, n, at, most))
RIFFLE_CALL(ssize_t, __pread64_chk, kWrites, b, n, (int fd, void* b, size_t n, off64_t at, size_t most), (fd, b, n, at, most))
RIFFLE_CALL(ssize_t, pwrite, kReads, b, n, (int fd, const void* b, size_t n, off_t at), (fd, b, n, at))
RIFFLE_CALL(ssize_t, pwrite64, kReads, b, n, (int fd, const void* b, size_t n, off64_t at), (fd, b, n, at))
RIFFLE_CALL(ssize_t, recv, kWrites, b, n, (int fd, void* b, size_t n, int flags), (fd, b, n, flags))
RIFFLE_CALL(ssize_t, __recv_chk, kWrites, b, n, (int fd, void* b, size_t n, size_t most, int flags), (fd, b, n, most, flags))
RIFFLE_CALL(ssize_t, recvfrom, kWrites, b, n, (int fd, void* b, size_t n, int flags, sockaddr* from, socklen_t* bytes), (fd, b, n, flags, from, bytes))
RIFFLE_CALL(ssize_t, send, kReads, b, n, (int fd, const void* b, size_t n, int flags), (fd, b, n, flags))
RIFFLE_CALL(ssize_t, sendto, kReads, b, n, (int fd, const void* b, size_t n, int flags, const sockaddr* to, socklen_t bytes), (fd, b, n, flags, to, bytes))
RIFFLE_PIECES(readv, kWrites, (v, n, kWrites, caller), (int fd, const iovec* v, int n), (fd, v, n))
RIFFLE_PIECES(writev, kReads, (v, n, kReads, caller), (int fd, const iovec* v, int n), (fd, v, n))
RIFFLE_PIECES(preadv, kWrites, (v, n, kWrites, caller), (int fd, const iovec* v, int n, off_t at), (fd, v, n, at))
RIFFLE_PIECES(preadv64, kWrites, (v, n, kWrites, caller), (int fd, const iovec* v, int n, off64_t at), (fd, v, n, at))
RIFFLE_PIECES(pwritev, kReads, (v, n, kReads, caller), (int fd, const iovec* v, int n, off_t at), (fd, v, n, at))
RIFFLE_PIECES(pwritev64, kReads, (v, n, kReads, caller), (int fd, const iovec* v, int n, off64_t at), (fd, v, n, at))
RIFFLE_PIECES(recvmsg, kWrites, (m, kWrites, caller), (int fd, msghdr* m, int flags), (fd, m, flags))
RIFFLE_PIECES(sendmsg, kReads, (m, kReads, caller), (int fd, const msghdr* m, int flags), (fd, m, flags))
// clang-format on

const auto real_write = next<ssize_t(int, const void*, size_t)>("write");
RIFFLE_EXPORTED ssize_t write(int fd, const void* b, size_t n) {
  if (fd == riffle::race::kScriptDescriptor && riffle_check_host_calls.script_text != nullptr) {
    riffle_check_host_calls.script_text(b, n);
    return static_cast<ssize_t>(n);
  }
  const void* const caller = __builtin_return_address(0);
  return reported([&] { return report(b, n, kReads, caller); },
                  [&] { return real_write(fd, b, n); });
}

// Large pieces go past the buffer of a FILE. What a buffer has taken cannot be taken back: no second try.
const auto real_fread = next<size_t(void*, size_t, size_t, FILE*)>("fread");
RIFFLE_EXPORTED size_t fread(void* b, size_t size, size_t n, FILE* file) {
  report(b, size * n, kWrites, __builtin_return_address(0));
  return real_fread(b, size, n, file);
}
const auto real_fread_unlocked = next<size_t(void*, size_t, size_t, FILE*)>("fread_unlocked");
RIFFLE_EXPORTED size_t fread_unlocked(void* b, size_t size, size_t n, FILE* file) {
  report(b, size * n, kWrites, __builtin_return_address(0));
  return real_fread_unlocked(b, size, n, file);
}
const auto real___fread_chk = next<size_t(void*, size_t, size_t, size_t, FILE*)>("__fread_chk");
RIFFLE_EXPORTED size_t __fread_chk(void* b, size_t most, size_t size, size_t n, FILE* file) {
  report(b, size * n, kWrites, __builtin_return_address(0));
  return real___fread_chk(b, most, size, n, file);
}
const auto real_fwrite = next<size_t(const void*, size_t, size_t, FILE*)>("fwrite");
RIFFLE_EXPORTED size_t fwrite(const void* b, size_t size, size_t n, FILE* file) {
  report(b, size * n, kReads, __builtin_return_address(0));
  return real_fwrite(b, size, n, file);
}
const auto real_fwrite_unlocked =
    next<size_t(const void*, size_t, size_t, FILE*)>("fwrite_unlocked");
RIFFLE_EXPORTED size_t fwrite_unlocked(const void* b, size_t size, size_t n, FILE* file) {
  report(b, size * n, kReads, __builtin_return_address(0));
  return real_fwrite_unlocked(b, size, n, file);
}
// NOLINTEND(bugprone-reserved-identifier)

// ---- Memory that is given back ----

// Pages of a block may be closed: then the block is given back too early, and the allocator, or whoever gets the memory next, must not
// meet closed pages.

namespace {

using Free = void(void*);
using Resize = void*(void*, size_t);

void report_gone(void* block, const void* caller) {
  const auto reported = riffle_check_host_calls.will_give_back;
  if (block != nullptr && reported != nullptr) reported(block, malloc_usable_size(block), caller);
}

}  // namespace

extern "C" Free __libc_free;
extern "C" Resize __libc_realloc;

// Looking a function up may give memory back.
const auto real_free = next<Free>("free");
RIFFLE_EXPORTED void free(void* block) noexcept {
  report_gone(block, __builtin_return_address(0));
  real_free != nullptr ? real_free(block) : __libc_free(block);
}
const auto real_realloc = next<Resize>("realloc");
RIFFLE_EXPORTED void* realloc(void* block, size_t bytes) noexcept {
  report_gone(block, __builtin_return_address(0));
  return real_realloc != nullptr ? real_realloc(block, bytes) : __libc_realloc(block, bytes);
}

// ---- SIGSEGV ----

namespace {

int set_mask(int (*real)(int, const sigset_t*, sigset_t*), int how, const sigset_t* set,
             sigset_t* old) {
  if (set == nullptr || how == SIG_UNBLOCK || riffle_check_host_calls.handler_changed == nullptr)
    return real(how, set, old);
  sigset_t others = *set;
  sigdelset(&others, SIGSEGV);
  return real(how, &others, old);
}

void report_handler(int signal, bool is_set) {
  if (signal != SIGSEGV || !is_set) return;
  if (const auto changed = riffle_check_host_calls.handler_changed) changed();
}

}  // namespace

const auto real_sigprocmask = next<int(int, const sigset_t*, sigset_t*)>("sigprocmask");
RIFFLE_EXPORTED int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  return set_mask(real_sigprocmask, how, set, old);
}
const auto real_pthread_sigmask = next<int(int, const sigset_t*, sigset_t*)>("pthread_sigmask");
RIFFLE_EXPORTED int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  return set_mask(real_pthread_sigmask, how, set, old);
}
const auto real_sigaction = next<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
RIFFLE_EXPORTED int sigaction(int signal, const struct sigaction* action,
                              struct sigaction* old) noexcept {
  const int result = real_sigaction(signal, action, old);
  report_handler(signal, result == 0 && action != nullptr);
  return result;
}
const auto real_signal = next<sighandler_t(int, sighandler_t)>("signal");
RIFFLE_EXPORTED sighandler_t signal(int number, sighandler_t handler) noexcept {
  const sighandler_t old = real_signal(number, handler);
  report_handler(number, old != SIG_ERR);
  return old;
}
