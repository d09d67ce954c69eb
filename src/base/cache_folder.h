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

/// The folders for files of one kind inside the cache.
struct CachePlaces {
  /// Where this user keeps them.
  std::string own;
  /// Where root keeps them for everybody; empty unless that is another folder.
  std::string common;
};

/// In a cache that several users can write to, each has a folder of its own, since nobody may trust a folder that somebody
/// else made; what root keeps there serves all of them.
[[nodiscard]] CachePlaces places_in_cache(const std::string& cache, const std::string& kind);

/// Whether what lies at `path` belongs to this user or root, and nobody else can write to it.
[[nodiscard]] bool is_trusted_in_cache(const std::string& path);

/// Makes the cache's folder and those above it, for this user alone. False when it is not there afterwards.
bool make_cache_folder(const std::string& folder);

/// Makes a folder inside the cache, and the cache. If root makes it in a cache that is there and that others may enter,
/// they may enter this folder too. False when it is not there afterwards.
bool make_folder_in_cache(const std::string& folder);

/// The permissions of a file that this user puts into `folder`: its owner's, and for root those of all who may enter the
/// folder, because files of root's are the only ones that others trust.
[[nodiscard]] unsigned mode_of_cached_file(const std::string& folder, bool is_program);

}  // namespace riffle
