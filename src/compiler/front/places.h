// SPDX-License-Identifier: Apache-2.0
// Places in the source that an earlier compilation of it has found, and tells the next one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace riffle::front {

struct FileLine {
  std::string file;
  unsigned line = 0;
  bool operator==(const FileLine&) const = default;
};

inline FileLine place_of(const clang::SourceManager& sources, clang::SourceLocation location) {
  const clang::PresumedLoc shown = sources.getPresumedLoc(location);
  return shown.isValid() ? FileLine{shown.getFilename(), shown.getLine()} : FileLine{};
}

/// Of lines `FILE:LINE`.
inline std::vector<FileLine> places_in(llvm::StringRef text) {
  std::vector<FileLine> places;
  for (const llvm::StringRef line : llvm::split(text, '\n')) {
    const auto [file, number] = line.rsplit(':');
    FileLine place{file.str(), 0};
    if (!number.getAsInteger(10, place.line)) places.push_back(std::move(place));
  }
  return places;
}

}  // namespace riffle::front
