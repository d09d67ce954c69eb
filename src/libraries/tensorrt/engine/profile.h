// SPDX-License-Identifier: Apache-2.0
// How long each node of a model takes, as ONNX Runtime's own profiling tells.
#pragma once

#include <cstdint>

#include "libraries/tensorrt/engine/session.h"

namespace riffle::tensorrt::ort {

/// A folder for a profile, which is gone when it was read.
class ProfileFolder {
 public:
  ProfileFolder();
  ProfileFolder(const ProfileFolder&) = delete;
  ~ProfileFolder() { remove(); }
  void remove();
  /// It stays, for the process that has made it.
  void release() { path_.clear(); }
  /// How the file's name begins; empty where no folder can be made.
  std::string prefix() const { return path_.empty() ? "" : path_ + "/run"; }

 private:
  std::string path_;
};

/// A line of a profile, with times in microseconds from when it was begun.
struct ProfileEvent {
  enum class What : std::uint8_t { kInference, kNode };
  What what;
  std::string name;      ///< of a node
  std::uint32_t thread;  ///< its number in the system
  double begin_us, duration_us;
};

/// Inferences and nodes in the order in which they ended.
std::vector<ProfileEvent> events_of(std::string_view profile);

/// The text of the file, which may be empty.
std::string profile_text(const std::string& path);

struct NodeTime {
  std::string name;
  float ms = 0;
};

/// The times of the last of `runs` equal inferences, from the file that ONNX Runtime writes.
std::vector<NodeTime> node_times(std::string_view profile, std::size_t runs);

struct Profiled {
  std::vector<NodeTime> times;
  std::string why_not;  ///< where they are not known
};

/// Computes as `Model::run` does. ONNX Runtime tells times only when a session ends: one is made for it, which computes twice, as the
/// first inference of a session allocates memory. No result may be null.
Profiled run_profiled(std::string_view model, int level, int threads,
                      const std::vector<const char*>& inputs,
                      const std::vector<const Value*>& values,
                      const std::vector<const char*>& outputs, std::vector<Value*>& results);

}  // namespace riffle::tensorrt::ort
