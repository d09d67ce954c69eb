// SPDX-License-Identifier: Apache-2.0
#include "api/nvrtc/program.h"

#include <algorithm>
#include <chrono>
#include <fstream>

#include "api/nvrtc/front.h"
#include "api/nvrtc/kept.h"
#include "api/nvrtc/options.h"
#include "api/nvrtc/timing.h"
#include "compiler/front/run_time/entry.h"

namespace riffle::nvrtc {

nvrtcResult NvrtcProgram::add_name(const char* expression) {
  const MutexLock lock(mutex_);
  if (was_compiled_) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  if (std::ranges::find(names_, expression) == names_.end()) names_.emplace_back(expression);
  return NVRTC_SUCCESS;
}

nvrtcResult NvrtcProgram::lowered_name(const char* expression, const char** name) {
  const MutexLock lock(mutex_);
  *name = nullptr;
  if (!has_names_) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  const auto found = lowered_.find(expression);
  if (found == lowered_.end()) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *name = found->second.c_str();
  return NVRTC_SUCCESS;
}

void NvrtcProgram::set_callback(int (*callback)(void*, void*), void* payload) {
  const MutexLock lock(mutex_);
  callback_ = callback;
  payload_ = payload;
}

nvrtcResult NvrtcProgram::compile(int count, const char* const* options) {
  const MutexLock lock(mutex_);
  image_.clear();
  ptx_.clear();
  log_.clear();
  has_cubin_ = false;
  has_lto_ir_ = false;
  header_ = {};
  const auto parsed = parse_options({options, static_cast<std::size_t>(count)});
  if (!parsed) {
    log_ = parsed.error();
    return NVRTC_ERROR_INVALID_OPTION;
  }
  const nvrtcResult result = run(*parsed);
  // A program that was refused keeps its expressions as they were, one that was compiled takes no more.
  was_compiled_ = true;
  return result;
}

nvrtcResult NvrtcProgram::run(const NvrtcOptions& options) {
  header_ = header_file(source_, name_, options);
  log_ = options.warnings + header_.log;
  if (header_.result != NVRTC_SUCCESS) return header_.result;
  Timing timing(name_);
  const TranslationUnit unit{source_, name_, headers_, names_};
  const compiler::Hash128 key = compilation_key(unit, options);
  std::optional<Output> output;
  // With a callback the program wants to be asked.
  if (options.uses_cache && callback_ == nullptr) output = find_output(key, options);
  if (!output) {
    const auto is_cancelled = [callback = callback_, payload = payload_] {
      return callback != nullptr && callback(payload, nullptr) == 1;
    };
    FrontResult made = nvrtc::compile(unit, options, is_cancelled);
    if (made.result == NVRTC_ERROR_CANCELLED) return made.result;
    if (made.result != NVRTC_SUCCESS) {
      log_ += made.output.log;
      return made.result;
    }
    if (options.uses_cache) keep_output(key, made.output, options);
    output = std::move(made.output);
  }
  timing.end_phase("CUDA C++ Frontend");

  log_ += output->log;
  image_ = std::move(output->image);
  has_lto_ir_ = options.wants_lto_ir;
  has_cubin_ = !options.is_virtual && !has_lto_ir_;
  has_names_ = true;
  lowered_.clear();
  for (std::size_t i = 0; i < names_.size() && i < output->lowered_names.size(); ++i)
    lowered_[names_[i]] = output->lowered_names[i];
  return timing.write(options, log_);
}

std::string NvrtcProgram::ptx() {
  const MutexLock lock(mutex_);
  if (ptx_.empty() && !image_.empty() && !has_lto_ir_)
    ptx_ = ptx_of(image_, name_, true).value_or("");
  return ptx_;
}

std::string NvrtcProgram::cubin() {
  const MutexLock lock(mutex_);
  return has_cubin_ ? image_ : std::string();
}

std::string NvrtcProgram::lto_ir() {
  const MutexLock lock(mutex_);
  return has_lto_ir_ ? image_ : std::string();
}

std::string NvrtcProgram::log() {
  const MutexLock lock(mutex_);
  return log_;
}

nvrtcResult NvrtcProgram::header_status() {
  const MutexLock lock(mutex_);
  return header_.create_status;
}

std::size_t NvrtcProgram::header_heap_bytes() {
  const MutexLock lock(mutex_);
  return header_.heap_bytes;
}

}  // namespace riffle::nvrtc
