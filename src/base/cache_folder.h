// SPDX-License-Identifier: Apache-2.0
// Where the cache of native code and of programs is kept.
#pragma once

#include <functional>
#include <string>

namespace riffle {

struct Options;

struct CacheFolder {
  /// Empty: there is no place, and nothing is kept.
  std::string path;
  /// It lies among temporary files, where others might have made a folder of this name.
  bool is_temporary = false;
};

/// `environment` returns the value of a variable, or null. Looks at folders, and makes none.
[[nodiscard]] CacheFolder choose_cache_folder(
    const std::function<const char*(const char* name)>& environment);

/// The folder for somebody who is about to use the cache; empty when it is off or there is no place. A temporary
/// folder is made here, and taken only if nobody else has made it or may write to it, because code is loaded from it.
[[nodiscard]] std::string cache_folder(const Options& options);

}  // namespace riffle
