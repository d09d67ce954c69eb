// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/errors.h"

#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <mutex>

#include "libraries/nccl/not_supported.h"
#include "nccl_bodies.h"

namespace riffle::nccl {
namespace {

enum class Level : int { kUnread = -1, kNone, kVersion, kWarn, kInfo };

std::atomic<Level> known_level{Level::kUnread};

Level level() {
  if (const Level known = known_level; known != Level::kUnread) return known;
  const char* const asked = std::getenv("NCCL_DEBUG");
  Level read = Level::kNone;
  if (asked != nullptr) {
    if (strcasecmp(asked, "VERSION") == 0) read = Level::kVersion;
    if (strcasecmp(asked, "WARN") == 0) read = Level::kWarn;
    if (strcasecmp(asked, "INFO") == 0 || strcasecmp(asked, "TRACE") == 0) read = Level::kInfo;
  }
  known_level = read;
  return read;
}

/// "host:process", as NCCL's lines begin.
std::string origin() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return std::string(host.data()) + ':' + std::to_string(getpid());
}

// The text of the last error outlives the library's other objects: a program may ask when it ends.
std::mutex& text_mutex() {
  static auto* const mutex = new std::mutex;
  return *mutex;
}
std::array<char, 1024> last_text{};

}  // namespace

ncclResult_t fail(ncclResult_t result, const std::string& text) noexcept {
  {
    const std::scoped_lock lock(text_mutex());
    std::fill(last_text.begin(), last_text.end(), '\0');
    std::copy_n(text.begin(), std::min(text.size(), last_text.size() - 1), last_text.begin());
  }
  if (level() >= Level::kWarn) std::printf("%s NCCL WARN %s\n", origin().c_str(), text.c_str());
  return result;
}

ncclResult_t of_cuda(cudaError_t error, const char* what) noexcept {
  if (error == cudaSuccess) return ncclSuccess;
  return fail(ncclUnhandledCudaError, std::string("Cuda failure ") +
                                          std::to_string(static_cast<int>(error)) + " '" +
                                          cudaGetErrorString(error) + "' in " + what);
}

void log_line(const std::string& text) noexcept {
  if (level() >= Level::kInfo) std::printf("%s NCCL INFO %s\n", origin().c_str(), text.c_str());
}

void log_version() noexcept {
  static std::atomic<bool> said;
  if (level() < Level::kVersion || said.exchange(true)) return;
  std::printf("NCCL version %d.%d.%d+riffle\n", NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH);
  std::fflush(stdout);
}

int not_supported(const char* symbol, std::atomic<bool>& said) {
  if (!said.exchange(true)) std::fprintf(stderr, "riffle: %s is not supported yet\n", symbol);
  return fail(ncclInvalidUsage, std::string(symbol) + " is not supported yet");
}

const char* get_error_string(ncclResult_t result) {
  switch (result) {
    case ncclSuccess:
      return "no error";
    case ncclUnhandledCudaError:
      return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError:
      return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInternalError:
      return "internal error - please report this issue to the NCCL developers";
    case ncclInvalidArgument:
      return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage:
      return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError:
      return "remote process exited or there was a network error";
    case ncclInProgress:
      return "NCCL operation in progress";
    default:
      return "unknown result code";
  }
}

const char* get_last_error(ncclComm_t) {
  thread_local std::array<char, 1024> text;
  const std::scoped_lock lock(text_mutex());
  text = last_text;
  return text.data();
}

void reset_debug_init() { known_level = Level::kUnread; }

ncclResult_t get_version(int* version) {
  if (version == nullptr) return fail(ncclInvalidArgument, "GetVersion: version is NULL");
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

}  // namespace riffle::nccl
