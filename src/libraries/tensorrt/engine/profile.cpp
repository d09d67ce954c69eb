// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/engine/profile.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "libraries/tensorrt/base/log.h"

namespace riffle::tensorrt::ort {
namespace {

/// What follows `key` in a line, up to one of `ends`.
std::string_view after(std::string_view line, std::string_view key, std::string_view ends) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + key.size());
  return rest.substr(0, rest.find_first_of(ends));
}

double number_after(std::string_view line, std::string_view key) {
  return std::strtod(std::string(after(line, key, ",}")).c_str(), nullptr);
}

std::optional<ProfileEvent> event_of(std::string_view line) {
  // Those of nodes have their name with this at its end.
  constexpr std::string_view kSuffix = "_kernel_time";
  using What = ProfileEvent::What;
  const std::string_view category = after(line, R"("cat" : ")", "\"");
  std::string_view name = after(line, R"("name" :")", "\"");
  const bool is_node = category == "Node" && name.ends_with(kSuffix);
  if (!is_node && !(category == "Session" && name == "model_run")) return std::nullopt;
  if (is_node) name.remove_suffix(kSuffix.size());
  return ProfileEvent{is_node ? What::kNode : What::kInference, std::string(name),
                      static_cast<std::uint32_t>(number_after(line, R"("tid" :)")),
                      number_after(line, R"("ts" :)"), number_after(line, R"("dur" :)")};
}

}  // namespace

ProfileFolder::ProfileFolder() {
  std::error_code ignored;
  for (const std::filesystem::path& place :
       {std::filesystem::temp_directory_path(ignored), std::filesystem::path("/dev/shm"),
        std::filesystem::path("/var/tmp"), std::filesystem::path(".")}) {
    path_ = (place / "riffle-profile-XXXXXX").string();
    if (!place.empty() && mkdtemp(path_.data()) != nullptr) return;
  }
  path_.clear();
}

void ProfileFolder::remove() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  path_.clear();
}

std::string profile_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<ProfileEvent> events_of(std::string_view profile) {
  std::vector<ProfileEvent> events;
  for (std::size_t start = 0; start < profile.size();) {
    const std::size_t end = std::min(profile.find('\n', start), profile.size());
    if (auto event = event_of(profile.substr(start, end - start)))
      events.push_back(std::move(*event));
    start = end + 1;
  }
  return events;
}

std::vector<NodeTime> node_times(std::string_view profile, std::size_t runs) {
  std::vector<NodeTime> all;
  for (const ProfileEvent& event : events_of(profile))
    if (event.what == ProfileEvent::What::kNode)
      all.push_back({event.name, static_cast<float>(event.duration_us / 1000)});
  all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(all.size() / runs));
  return all;
}

Profiled run_profiled(std::string_view model, int level, int threads,
                      const std::vector<const char*>& inputs,
                      const std::vector<const Value*>& values,
                      const std::vector<const char*>& outputs, std::vector<Value*>& results) {
  constexpr std::size_t kRuns = 2;
  const ProfileFolder folder;
  const Model session(model, level, threads, Polling::kDuringInferences, folder.prefix());
  for (std::size_t run = 0; run < kRuns; ++run) session.run(inputs, values, outputs, results);
  if (folder.prefix().empty())
    return {{}, "no folder can be made in TMPDIR, /dev/shm, /var/tmp or here"};
  const std::string path = session.end_profile();
  Profiled profiled{node_times(profile_text(path), kRuns), {}};
  if (profiled.times.empty())
    profiled.why_not = "ONNX Runtime's profile '" + path + "' cannot be read";
  return profiled;
}

}  // namespace riffle::tensorrt::ort
