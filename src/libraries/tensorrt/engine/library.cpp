// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/engine/library.h"

#include <dlfcn.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>
#include <vector>

#include "libraries/tensorrt/base/log.h"

namespace riffle::tensorrt::ort {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The files libonnxruntime.so* in a folder, the newest name first.
void add_files(const fs::path& folder, std::vector<std::string>& names) {
  std::error_code error;
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().filename().string().starts_with("libonnxruntime.so"))
      found.push_back(entry.path());
  std::ranges::sort(found, std::greater{});
  names.insert(names.end(), found.begin(), found.end());
}

/// Where pip installs packages under a prefix: the wheel of onnxruntime has the library in a folder of its own.
void add_packages(const fs::path& prefix, std::vector<std::string>& names) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(prefix / "lib", error)) {
    if (!entry.path().filename().string().starts_with("python3")) continue;
    for (const char* const packages : {"site-packages", "dist-packages"})
      add_files(entry.path() / packages / "onnxruntime" / "capi", names);
  }
}

std::vector<std::string> candidates() {
  if (const std::string told = variable("RIFFLE_ONNXRUNTIME"); !told.empty()) {
    std::vector<std::string> names;
    std::error_code error;
    if (!fs::is_directory(told, error)) return {told};
    add_files(told, names);
    return names;
  }
  std::vector<std::string> names = {"libonnxruntime.so.1", "libonnxruntime.so"};
  if (const std::string environment = variable("VIRTUAL_ENV"); !environment.empty())
    add_packages(environment, names);
  std::istringstream path(variable("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    std::error_code error;
    const fs::path python = fs::path(folder) / "python3";
    if (!fs::exists(python, error)) continue;
    add_packages(fs::path(folder).parent_path(), names);
    if (const fs::path real = fs::canonical(python, error); !error)
      add_packages(real.parent_path().parent_path(), names);
  }
  if (const std::string home = variable("HOME"); !home.empty())
    add_packages(fs::path(home) / ".local", names);
  // A system with several releases keeps them side by side, without a link.
  for (const char* const folder : {"/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib"})
    add_files(folder, names);
  return names;
}

OrtLibrary load() {
  std::string seen;
  for (const std::string& name : candidates()) {
    void* const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      if (const char* const why = dlerror(); name.find('/') != std::string::npos)
        seen = joined(" (", why, ")");
      continue;
    }
    const auto base = reinterpret_cast<const ApiBase* (*)()>(dlsym(handle, "OrtGetApiBase"));
    const void* const* const table = base == nullptr ? nullptr : base()->get_api(kApiVersion);
    if (table == nullptr) {
      seen = joined(" (", name, " is older than 1.17)");
      continue;
    }
    OrtLibrary library;
    library.api.table = table;
    library.version = base()->version();
    return library;
  }
  throw Failure(ErrorCode::kFAILED_INITIALIZATION,
                "ONNX Runtime, which computes in TensorRT's place, was not found" + seen +
                    ": run 'pip install onnxruntime' or scripts/setup --inference, or name "
                    "libonnxruntime.so in RIFFLE_ONNXRUNTIME");
}

void check_with(const Api& api, Status* status) {
  if (status == nullptr) return;
  const std::string text = api.error_message(status);
  api.release_status(status);
  throw Failure(ErrorCode::kFAILED_EXECUTION, "ONNX Runtime: " + text);
}

constexpr int kLogFatal = 4;
constexpr int kArenaAllocator = 1;
constexpr int kDefaultMemory = 0;

std::atomic<bool> process_ends = false;
std::atomic<int> in_flight = 0;
thread_local int in_flight_here = 0;  ///< a logger that an inference calls may end the process

/// What the handler that ends the process works with; it has no arguments.
const OrtLibrary* started_library = nullptr;
pid_t starting_process = 0;

void stop_inferences() {
  process_ends = true;
  // The threads that compute are not in a child of the process.
  if (getpid() != starting_process) return;
  if (Status* const failed = started_library->api.terminate_runs(started_library->run_options))
    started_library->api.release_status(failed);
  // One that does not end, inside of one operator, does not keep the process from ending.
  constexpr auto kLongest = std::chrono::seconds(10);
  const auto until = std::chrono::steady_clock::now() + kLongest;
  while (in_flight > in_flight_here && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
}

/// The table moves with the library, whose functions refer to it.
std::unique_ptr<const OrtLibrary> start() {
  const OrtLibrary found = load();
  auto started = std::make_unique<OrtLibrary>();
  started->api.table = found.api.table;
  started->version = found.version;
  const Api& api = started->api;
  check_with(api, api.create_environment(kLogFatal, "riffle", &started->environment));
  check_with(api, api.create_memory_info(kArenaAllocator, kDefaultMemory, &started->memory));
  check_with(api, api.default_allocator(&started->allocator));
  check_with(api, api.create_run_options(&started->run_options));
  // Handlers run in reverse order: this one before ONNX Runtime's own objects end, which are there now.
  started_library = started.get();
  starting_process = getpid();
  static_cast<void>(std::atexit(stop_inferences));
  return started;
}

}  // namespace

const OrtLibrary& library() {
  // Never destroyed: sessions may end after static objects do. A failed attempt is made again.
  static const OrtLibrary* const loaded = start().release();
  return *loaded;
}

bool is_process_ending() { return process_ends; }

InferenceInFlight::InferenceInFlight() {
  in_flight.fetch_add(1);
  ++in_flight_here;
  may_begin_ = !process_ends;
}

InferenceInFlight::~InferenceInFlight() {
  --in_flight_here;
  in_flight.fetch_sub(1);
}

void check(Status* status) { check_with(library().api, status); }

}  // namespace riffle::tensorrt::ort
