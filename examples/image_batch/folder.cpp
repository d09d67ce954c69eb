// SPDX-License-Identifier: Apache-2.0
#include "folder.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace fs = std::filesystem;

namespace {

std::string lower_extension(const fs::path& path) {
  std::string extension = path.extension().string();
  for (char& letter : extension)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return extension;
}

bool is_same(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

}  // namespace

std::vector<Picture> find_pictures(const std::string& folder, const std::string& out, long limit,
                                   std::string& problem) {
  std::vector<Picture> pictures;
  std::error_code error;
  if (!fs::exists(folder, error)) {
    problem = "the folder '" + folder + "' does not exist";
    return pictures;
  }
  if (!fs::is_directory(folder, error)) {
    problem = "'" + folder + "' is not a folder";
    return pictures;
  }
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  // skip_permission_denied hides that the folder itself may not be read.
  if (error || access(folder.c_str(), R_OK | X_OK) != 0) {
    problem = "cannot read the folder '" + folder +
              "': " + (error ? error.message() : std::strerror(errno));
    return pictures;
  }
  for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (error) {
      problem = "cannot read the folder '" + folder + "': " + error.message();
      return pictures;
    }
    if (entry->is_directory(error)) {
      if (!out.empty() && is_same(entry->path(), out)) entry.disable_recursion_pending();
      continue;
    }
    const std::string extension = lower_extension(entry->path());
    if (extension != ".jpg" && extension != ".jpeg" && extension != ".png") continue;
    pictures.push_back({entry->path().string(), entry->path().lexically_relative(folder).string(),
                        extension == ".png"});
  }
  std::sort(pictures.begin(), pictures.end(),
            [](const Picture& a, const Picture& b) { return a.name < b.name; });
  if (pictures.size() > static_cast<std::size_t>(limit)) pictures.resize(limit);
  if (pictures.empty()) problem = "no pictures (.jpg, .jpeg or .png) in '" + folder + "'";
  return pictures;
}

std::string prepare_output(const std::string& folder, const std::string& out) {
  std::error_code error;
  fs::create_directories(out, error);
  if (error) return "cannot make the output folder '" + out + "': " + error.message();
  if (is_same(folder, out)) return "the output folder must not be the folder of the pictures";
  if (access(out.c_str(), W_OK | X_OK) != 0) {
    return "cannot write into the output folder '" + out + "': " + std::strerror(errno);
  }
  return {};
}

std::string write_file(const std::string& out, const std::string& name,
                       const std::vector<std::uint8_t>& bytes) {
  const fs::path path = fs::path(out) / name;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return path.parent_path().string() + ": " + error.message();
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return path.string() + ": " + std::strerror(errno);
  errno = 0;
  bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  int reason = errno;
  if (std::fclose(file) != 0 && written) {  // a full disk may show only now
    written = false;
    reason = errno;
  }
  if (written) return {};
  fs::remove(path, error);
  return path.string() + ": " + std::strerror(reason);
}
