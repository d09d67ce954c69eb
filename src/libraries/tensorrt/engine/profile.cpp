// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/engine/profile.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "libraries/tensorrt/base/log.h"

namespace riffle::tensorrt::ort {
namespace {

/// A folder for the file, which is gone when it was read. Without a path where none can be made.
class Folder {
 public:
  Folder() {
    std::error_code ignored;
    for (const std::filesystem::path& place :
         {std::filesystem::temp_directory_path(ignored), std::filesystem::path("/dev/shm"),
          std::filesystem::path("/var/tmp"), std::filesystem::path(".")}) {
      path_ = (place / "riffle-profile-XXXXXX").string();
      if (!place.empty() && mkdtemp(path_.data()) != nullptr) return;
    }
    path_.clear();
  }
  Folder(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// What follows `key` in a line, up to one of `ends`.
std::string_view after(std::string_view line, std::string_view key, std::string_view ends) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + key.size());
  return rest.substr(0, rest.find_first_of(ends));
}

}  // namespace

std::vector<NodeTime> node_times(const std::string& profile, std::size_t runs) {
  // One event a line. Those of nodes have their name with this at its end, and a duration in microseconds.
  constexpr std::string_view kSuffix = "_kernel_time";
  std::vector<NodeTime> all;
  for (std::size_t start = 0; start < profile.size();) {
    const std::size_t end = std::min(profile.find('\n', start), profile.size());
    const std::string_view line = std::string_view(profile).substr(start, end - start);
    start = end + 1;
    if (line.find(R"("cat" : "Node")") == std::string_view::npos) continue;
    const std::string_view name = after(line, R"("name" :")", "\"");
    if (!name.ends_with(kSuffix)) continue;
    const std::string duration(after(line, R"("dur" :)", ",}"));
    all.push_back({std::string(name.substr(0, name.size() - kSuffix.size())),
                   std::strtof(duration.c_str(), nullptr) / 1000});
  }
  all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(all.size() / runs));
  return all;
}

Profiled run_profiled(std::string_view model, int level, int threads,
                      const std::vector<const char*>& inputs,
                      const std::vector<const Value*>& values,
                      const std::vector<const char*>& outputs, std::vector<Value*>& results) {
  constexpr std::size_t kRuns = 2;
  const Folder folder;
  const bool has_folder = !folder.path().empty();
  const Model session(model, level, threads, Polling::kDuringInferences,
                      has_folder ? folder.path() + "/run" : "");
  for (std::size_t run = 0; run < kRuns; ++run) session.run(inputs, values, outputs, results);
  if (!has_folder) return {{}, "no folder can be made in TMPDIR, /dev/shm, /var/tmp or here"};
  const std::string path = session.end_profile();
  std::ifstream file(path, std::ios::binary);
  Profiled profiled{node_times({std::istreambuf_iterator<char>(file), {}}, kRuns), {}};
  if (profiled.times.empty())
    profiled.why_not = "ONNX Runtime's profile '" + path + "' cannot be read";
  return profiled;
}

}  // namespace riffle::tensorrt::ort
