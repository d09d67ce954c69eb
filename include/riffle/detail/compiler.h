// SPDX-License-Identifier: Apache-2.0
// Sources to images, each content once in a process.
#pragma once

#include <riffle/error.h>

#include <algorithm>
#include <cstddef>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace riffle {

/// The inputs of a compilation besides the source.
struct CompileOptions {
  /// As NVRTC takes them: "-use_fast_math", "-DN=3", "-I/usr/include/..."
  std::vector<std::string> options{};
  /// Headers in memory: the name in #include, and the text.
  std::vector<std::pair<std::string, std::string>> headers{};
  /// Templates to be instantiated, "scale<float>", and variables by their addresses, "&ns::table".
  std::vector<std::string> names{};
  /// The name of the source in messages.
  std::string file_name = "source";

  friend bool operator<(const CompileOptions& a, const CompileOptions& b) {
    return std::tie(a.options, a.headers, a.names, a.file_name) <
           std::tie(b.options, b.headers, b.names, b.file_name);
  }
};

namespace detail {

struct CompiledSource {
  std::string image;  ///< what cuModuleLoadData takes
  std::string log;    ///< warnings
  std::map<std::string, std::string, std::less<>> lowered_names;
};

class Program {
 public:
  Program(const std::string& source, const CompileOptions& options,
          const std::source_location& where)
      : where_(where) {
    std::vector<const char*> texts;
    std::vector<const char*> names;
    for (const auto& [name, text] : options.headers) {
      names.push_back(name.c_str());
      texts.push_back(text.c_str());
    }
    check(nvrtcCreateProgram(&handle_, source.c_str(), options.file_name.c_str(),
                             static_cast<int>(names.size()), texts.data(), names.data()));
  }
  ~Program() { nvrtcDestroyProgram(&handle_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  CompiledSource compile(const CompileOptions& options, int architecture) {
    for (const std::string& name : options.names)
      check(nvrtcAddNameExpression(handle_, name.c_str()));
    // An NVRTC older than the device makes PTX, which the driver compiles.
    const int known = best_known(architecture);
    const bool is_exact = known == architecture;
    const std::string for_architecture =
        (is_exact ? "--gpu-architecture=sm_" : "--gpu-architecture=compute_") +
        std::to_string(known);
    std::vector<const char*> given{for_architecture.c_str()};
    for (const std::string& option : options.options) given.push_back(option.c_str());
    check(nvrtcCompileProgram(handle_, static_cast<int>(given.size()), given.data()));
    CompiledSource compiled;
    compiled.log = log();
    compiled.image =
        is_exact ? read(nvrtcGetCUBINSize, nvrtcGetCUBIN) : read(nvrtcGetPTXSize, nvrtcGetPTX);
    for (const std::string& name : options.names) {
      const char* lowered = nullptr;
      check(nvrtcGetLoweredName(handle_, name.c_str(), &lowered));
      compiled.lowered_names[name] = lowered;
    }
    return compiled;
  }

 private:
  int best_known(int architecture) const {
    int count = 0;
    check(nvrtcGetNumSupportedArchs(&count));
    std::vector<int> known(static_cast<std::size_t>(count));
    check(nvrtcGetSupportedArchs(known.data()));
    int best = architecture;
    if (std::find(known.begin(), known.end(), architecture) != known.end()) return best;
    best = 0;
    for (const int one : known) best = one < architecture ? std::max(best, one) : best;
    return best == 0 ? architecture : best;
  }
  template <typename Size, typename Get>
  std::string read(Size size_of, Get get) const {
    std::size_t bytes = 0;
    check(size_of(handle_, &bytes));
    std::string content(bytes, '\0');
    check(get(handle_, content.data()));
    return content;
  }
  std::string log() const {
    std::size_t bytes = 0;
    if (nvrtcGetProgramLogSize(handle_, &bytes) != NVRTC_SUCCESS || bytes == 0) return {};
    std::string text(bytes, '\0');
    if (nvrtcGetProgramLog(handle_, text.data()) != NVRTC_SUCCESS) return {};
    return text.c_str();
  }
  void check(nvrtcResult result) const {
    if (result != NVRTC_SUCCESS) throw CompileError(result, log(), where_);
  }

  nvrtcProgram handle_ = nullptr;
  std::source_location where_;
};

/// Threads that want the same content wait for the one that compiles it. What failed is compiled again the next time: headers on disk
/// may have been mended.
class Compiler {
 public:
  using Compiled = std::shared_ptr<const CompiledSource>;

  static Compiler& instance() {
    static auto* const compiler = new Compiler;  // never destroyed: static objects may come later
    return *compiler;
  }

  /// `architecture`: 80 for compute capability 8.0.
  Compiled compile(const std::string& source, const CompileOptions& options, int architecture,
                   const std::source_location& where) {
    Key key(source, options, architecture);
    std::promise<Compiled> promise;
    std::unique_lock lock(mutex_);
    if (const auto found = compiled_.find(key); found != compiled_.end()) {
      const std::shared_future<Compiled> result = found->second;
      lock.unlock();
      if (Compiled image = result.get()) return image;
      return compile(source, options, architecture, where);  // its error has this call's place
    }
    compiled_.emplace(key, promise.get_future().share());
    lock.unlock();
    try {
      auto image = std::make_shared<const CompiledSource>(
          Program(source, options, where).compile(options, architecture));
      promise.set_value(image);
      return image;
    } catch (...) {
      lock.lock();
      compiled_.erase(key);
      lock.unlock();
      promise.set_value(nullptr);
      throw;
    }
  }
  /// How many contents are there.
  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return compiled_.size();
  }

 private:
  using Key = std::tuple<std::string, CompileOptions, int>;
  std::mutex mutex_;
  std::map<Key, std::shared_future<Compiled>> compiled_;  // guarded by mutex_
};

}  // namespace detail
}  // namespace riffle
