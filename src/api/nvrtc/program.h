// SPDX-License-Identifier: Apache-2.0
// A program of NVRTC: its source and headers, the names that are wanted of it, and what its last compilation made.
#pragma once

#include <nvrtc.h>

#include <map>
#include <string>
#include <vector>

#include "api/nvrtc/header_file.h"
#include "base/mutex.h"
#include "base/status.h"

namespace riffle::nvrtc {

struct Header {
  std::string name;
  std::string text;
};

struct NvrtcOptions;

/// What a compilation makes; also what is kept of it on disk.
struct Output {
  std::string image{};  ///< as riffle cc -cubin writes it
  std::string log{};
  std::vector<std::string> lowered_names{};  ///< in the order of the expressions
  std::vector<std::string> files{};          ///< that were read
};

class NvrtcProgram {
 public:
  NvrtcProgram(std::string source, std::string name, std::vector<Header> headers)
      : source_(std::move(source)), name_(std::move(name)), headers_(std::move(headers)) {}

  nvrtcResult add_name(const char* expression) RIFFLE_EXCLUDES(mutex_);
  nvrtcResult lowered_name(const char* expression, const char** name) RIFFLE_EXCLUDES(mutex_);
  void set_callback(int (*callback)(void*, void*), void* payload) RIFFLE_EXCLUDES(mutex_);

  /// One at a time for a program; other programs' run beside it.
  nvrtcResult compile(int count, const char* const* options) RIFFLE_EXCLUDES(mutex_);

  /// The text that a program may load, made when it is first asked for; empty where there is none.
  std::string ptx() RIFFLE_EXCLUDES(mutex_);
  std::string cubin() RIFFLE_EXCLUDES(mutex_);
  std::string lto_ir() RIFFLE_EXCLUDES(mutex_);
  std::string log() RIFFLE_EXCLUDES(mutex_);
  nvrtcResult header_status() RIFFLE_EXCLUDES(mutex_);
  std::size_t header_heap_bytes() RIFFLE_EXCLUDES(mutex_);

 private:
  nvrtcResult run(const NvrtcOptions& options) RIFFLE_REQUIRES(mutex_);

  const std::string source_;
  const std::string name_;
  const std::vector<Header> headers_;

  Mutex mutex_;
  std::vector<std::string> names_ RIFFLE_GUARDED_BY(mutex_);
  std::map<std::string, std::string> lowered_
      RIFFLE_GUARDED_BY(mutex_);  ///< nodes: programs keep pointers into it
  bool was_compiled_ RIFFLE_GUARDED_BY(mutex_) = false;
  bool has_names_ RIFFLE_GUARDED_BY(mutex_) = false;
  bool has_cubin_ RIFFLE_GUARDED_BY(mutex_) = false;
  bool has_lto_ir_ RIFFLE_GUARDED_BY(mutex_) = false;  ///< and no PTX
  HeaderFile header_ RIFFLE_GUARDED_BY(mutex_);
  std::string image_ RIFFLE_GUARDED_BY(mutex_);
  std::string ptx_ RIFFLE_GUARDED_BY(mutex_);
  std::string log_ RIFFLE_GUARDED_BY(mutex_);
  int (*callback_)(void*, void*) RIFFLE_GUARDED_BY(mutex_) = nullptr;
  void* payload_ RIFFLE_GUARDED_BY(mutex_) = nullptr;
};

}  // namespace riffle::nvrtc
