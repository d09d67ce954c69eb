// SPDX-License-Identifier: Apache-2.0
// The folders of a batch: which files are pictures, where the results go, and what can go wrong
// there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct Picture {
  std::string path;  // where it is
  std::string name;  // relative to the folder; the result has the same name in the output folder
  bool is_png = false;
};

/// All files in `folder` and below that are called .jpg, .jpeg or .png, in order of their names,
/// except those in `out`. On failure `problem` says what is wrong.
std::vector<Picture> find_pictures(const std::string& folder, const std::string& out, long limit,
                                   std::string& problem);

/// Makes the output folder. Returns what is wrong with it, or an empty string.
std::string prepare_output(const std::string& folder, const std::string& out);

/// Writes out/name, making sub-folders. Returns what went wrong, or an empty string; then no
/// half-written file is left behind.
std::string write_file(const std::string& out, const std::string& name,
                       const std::vector<std::uint8_t>& bytes);
