// SPDX-License-Identifier: Apache-2.0
// usage: sweep_arguments zeros|nulls|odd|forms [SYMBOL...]
// Calls every entry point: with zeros alone; with good arguments of which one is null; with good arguments of which one is
// odd. `forms`: what cuGetProcAddress gives. Prints a line for each call: its result, or how the process ended. Each call after a death is made by a new process.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "forms.h"
#include "objects.h"

namespace {

constexpr unsigned kSecondsOfCall = 20;
constexpr int kNoObjects = 3;
constexpr int kCallsOfProcess = 4000;  // what they made is never given back

/// How far the calling process has come, for the one that starts the next.
struct Progress {
  std::size_t call, variant;
  char title[512];  ///< of the call that is made
};
Progress* progress;

enum class Mode { kZeros, kNulls, kOdd };

/// Odd arguments that mean something else than an error: waits for what nobody writes, kernels of 2^31 blocks, and lies about
/// the program's own memory, which no implementation can see through.
bool is_left_out(const Call& call, const Parameter& parameter, const Value& value) {
  const std::string symbol = call.symbol, name = parameter.name, type = parameter.type;
  const auto is_in = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  if (value.what == "null") return false;
  if (is_in(symbol, "StreamWaitValue") && (name == "value" || name == "flags")) return true;
  if (value.what == "2^31-1" && (is_in(name, "grid") || is_in(name, "Grid"))) return true;
  const bool is_lie_about_pointers =
      is_in(type, "EXT_SEM") || is_in(type, "ExternalSemaphore") || is_in(type, "aunchConfig") ||
      is_in(name, "um_nodes") || is_in(name, "umNodes") || is_in(name, "um_root") ||
      is_in(name, "umRoot") || is_in(name, "um_edges") || is_in(name, "umEdges") ||
      is_in(name, "um_dependen") || is_in(name, "umDependen");
  if (value.what == "ones" && is_lie_about_pointers) return true;
  const bool is_of_host = name == "value" || is_in(name, "src_host") || is_in(type, "B2DSize");
  return is_of_host && value.what != "ones" && (is_in(type, "*") || is_in(type, "B2DSize"));
}

std::vector<std::vector<Value>> variants_of(const Call& call, Mode mode) {
  std::vector<Value> good;
  if (mode == Mode::kZeros) {
    good.resize(call.parameters.size());
    return {good};
  }
  const Objects objects;
  for (const Parameter& parameter : call.parameters) good.push_back(objects.good(call, parameter));
  std::vector<std::vector<Value>> variants{good};
  for (std::size_t i = 0; i < call.parameters.size(); ++i) {
    const Parameter& parameter = call.parameters[i];
    for (Value& value : objects.odd(call, parameter)) {
      if (mode == Mode::kNulls && value.what != "null") continue;
      if (is_left_out(call, parameter, value)) continue;
      value.what = std::string(parameter.name) + "=" + value.what;
      variants.push_back(good);
      variants.back()[i] = value;
    }
  }
  return variants;
}

std::string title_of(const Call& call, const std::vector<Value>& values) {
  std::string title;
  for (const Value& value : values) title += value.what;
  return call.symbol + (title.empty() ? "" : " " + title);
}

std::string name_of(const Call& call, int result) {
  const char* name = nullptr;
  if (call.is_of_driver) {
    cuGetErrorName(static_cast<CUresult>(result), &name);
    return name != nullptr ? name : "an unknown code " + std::to_string(result);
  }
  name = cudaGetErrorName(static_cast<cudaError_t>(result));
  return std::strcmp(name, "unrecognized error code") != 0
             ? name
             : "an unknown code " + std::to_string(result);
}

void* function_of(const Call& call) {
  static void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  static void* const runtime = dlopen("libcudart.so.13", RTLD_NOW);
  return dlsym(call.is_of_driver ? driver : runtime, call.symbol);
}

void make_current() {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
}

void call_once(const Call& call, const std::vector<Value>& values) {
  std::string line = title_of(call, values) + ": ";
  std::snprintf(progress->title, sizeof progress->title, "%s", line.c_str());
  void* const function = function_of(call);
  if (function == nullptr) {
    line += "no symbol";
  } else {
    alarm(kSecondsOfCall);
    line += name_of(call, call.invoke(function, values.data()));
    alarm(0);
  }
  line += "\n";
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) std::_Exit(4);
}

/// From where the last process ended.
void call_all(const std::vector<Call>& calls, Mode mode) {
  int made = 0;
  for (; progress->call < calls.size(); ++progress->call, progress->variant = 0) {
    const Call& call = calls[progress->call];
    make_current();
    for (std::size_t count = 1; progress->variant < count; ++progress->variant) {
      if (++made > kCallsOfProcess) std::_Exit(kNoObjects);
      // Anew for each call: what the former one has destroyed is no good argument.
      const auto variants = variants_of(call, mode);
      count = variants.size();
      if (progress->variant < count) call_once(call, variants[progress->variant]);
      make_current();
    }
  }
}

std::string end_of(int status) {
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "does not return" : strsignal(WTERMSIG(status));
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

bool run_all(const std::vector<Call>& calls, Mode mode) {
  for (;;) {
    const Progress before = *progress;
    const pid_t child = fork();
    if (child == 0) {
      call_all(calls, mode);
      std::_Exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNoObjects) {
      // A context that a call has spoilt gives no more objects, or they are too many: a new process has another.
      if (before.call == progress->call && before.variant == progress->variant) return false;
      continue;
    }
    std::printf("%s%s\n", progress->title, end_of(status).c_str());
    std::fflush(stdout);
    ++progress->variant;
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 2;
  const std::string word = words[1];
  const Mode mode = word == "zeros" ? Mode::kZeros : word == "nulls" ? Mode::kNulls : Mode::kOdd;
  Sweep sweep;
  add_driver_calls(sweep);
  add_runtime_calls(sweep);
  std::vector<Call> calls;
  for (const Call& call : sweep.calls()) {
    const bool is_wanted =
        count == 2 || std::any_of(words + 2, words + count, [&](const char* name) {
          return std::strcmp(name, call.symbol) == 0 ||
                 (std::strcmp(name, "driver") == 0 && call.is_of_driver) ||
                 (std::strcmp(name, "runtime") == 0 && !call.is_of_driver);
        });
    if (is_wanted) calls.push_back(call);
  }
  if (word == "forms") return show_forms(calls), 0;
  progress = static_cast<Progress*>(
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  *progress = {};
  return run_all(calls, mode) ? 0 : 1;
}
