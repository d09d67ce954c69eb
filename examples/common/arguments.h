// SPDX-License-Identifier: Apache-2.0
// The examples' command lines: `--name value`, `--name=value`, flags and plain words. Whatever is
// misspelt, missing or out of range ends the program with one clear line and exit code 2.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

class Arguments {
 public:
  Arguments(int argc, char** argv, const char* usage)
      : program_(argv[0]), usage_(usage), words_(argv + 1, argv + argc) {
    if (flag("--help")) {
      std::printf("%s", usage_);
      std::exit(0);
    }
  }

  /// A whole number from `least` to `most`, or `fallback` when the option is absent.
  long number(const char* name, long fallback, long least, long most) {
    std::string value;
    if (!take(name, value)) return fallback;
    char* end = nullptr;
    const long parsed = std::strtol(value.c_str(), &end, 10);
    if (value.empty() || *end != '\0' || parsed < least || parsed > most) {
      fail(std::string(name) + " needs a whole number from " + std::to_string(least) + " to " +
           std::to_string(most) + ", not '" + value + "'");
    }
    return parsed;
  }

  /// The option's text, or `fallback` when it is absent.
  std::string text(const char* name, const char* fallback) {
    std::string value;
    if (!take(name, value)) return fallback;
    if (value.empty()) fail(std::string(name) + " needs a value");
    return value;
  }

  /// One of the words in `choices`; the first is the default.
  std::string choice(const char* name, const std::vector<std::string>& choices) {
    const std::string value = text(name, choices.front().c_str());
    std::string list;
    for (const std::string& word : choices) {
      if (word == value) return value;
      list += (list.empty() ? "" : ", ") + word;
    }
    fail(std::string(name) + " is one of " + list + ", not '" + value + "'");
  }

  /// True when the flag was given.
  bool flag(const char* name) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i] == name) {
        words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      }
    }
    return false;
  }

  /// The next plain word, or an empty string. Ask for it after all options.
  std::string word() {
    if (words_.empty() || words_.front().rfind("--", 0) == 0) return {};
    std::string first = words_.front();
    words_.erase(words_.begin());
    return first;
  }

  /// Complains about whatever nobody asked for. Call it last.
  void finish() const {
    if (!words_.empty()) fail("unknown argument '" + words_.front() + "'");
  }

  [[noreturn]] void fail(const std::string& message) const {
    std::fprintf(stderr, "%s: %s\n\n%s", program_, message.c_str(), usage_);
    std::exit(2);
  }

 private:
  bool take(const char* name, std::string& value) {
    const std::size_t length = std::strlen(name);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const auto at = words_.begin() + static_cast<std::ptrdiff_t>(i);
      if (words_[i] == name) {
        if (i + 1 == words_.size()) fail(std::string(name) + " needs a value");
        value = words_[i + 1];
        words_.erase(at, at + 2);
        return true;
      }
      if (words_[i].compare(0, length, name) == 0 && words_[i][length] == '=') {
        value = words_[i].substr(length + 1);
        words_.erase(at);
        return true;
      }
    }
    return false;
  }

  const char* program_;
  const char* usage_;
  std::vector<std::string> words_;
};
