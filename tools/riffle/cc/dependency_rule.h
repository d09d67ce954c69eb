// SPDX-License-Identifier: Apache-2.0
// The make rules that compilers write with -MD.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace riffle::tool {

/// The prerequisites of all rules in `text`, without repetition, in order.
std::vector<std::string> prerequisites(std::string_view text);

/// The rule with `path` as its first prerequisite, which is what make's $< stands for: with a precompiled
/// header clang names that one's files first.
std::string with_first(std::string rule, std::string_view path);

/// A rule of the target of `rule` with the prerequisites of `other` that `rule` does not name; empty if there are none.
std::string what_is_new(const std::string& rule, const std::string& other);

/// A file name as make reads it.
std::string escaped_for_make(std::string_view path);

}  // namespace riffle::tool
