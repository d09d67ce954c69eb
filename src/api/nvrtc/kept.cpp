// SPDX-License-Identifier: Apache-2.0
#include "api/nvrtc/kept.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <span>

#include "compiler/cache/disk_cache.h"
#include "compiler/cache/entry.h"
#include "compiler/front/run_time/entry.h"
#include "compiler/library.h"

namespace riffle::nvrtc {
namespace {

/// Parts of a text, each with its length before it.
class Writer {
 public:
  void add(const std::string& part) {
    const std::uint64_t bytes = part.size();
    text_.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    text_ += part;
  }
  void add(const std::vector<std::string>& parts) {
    add(std::to_string(parts.size()));
    for (const std::string& part : parts) add(part);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// The cache has verified the bytes: what is too short is another version's.
class Reader {
 public:
  explicit Reader(const std::string& text) : rest_(text) {}
  std::string part() {
    std::uint64_t bytes = 0;
    if (rest_.size() < sizeof bytes) return fail();
    std::memcpy(&bytes, rest_.data(), sizeof bytes);
    rest_.remove_prefix(sizeof bytes);
    if (rest_.size() < bytes) return fail();
    std::string found(rest_.substr(0, bytes));
    rest_.remove_prefix(bytes);
    return found;
  }
  std::vector<std::string> parts() {
    std::vector<std::string> found(
        static_cast<std::size_t>(std::strtoull(part().c_str(), nullptr, 10)));
    for (std::string& one : found) one = part();
    return found;
  }
  [[nodiscard]] bool is_good() const { return is_good_; }

 private:
  std::string fail() {
    is_good_ = false;
    rest_ = {};
    return {};
  }
  std::string_view rest_;
  bool is_good_ = true;
};

std::string state_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return "none";
  return std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec) + " " + std::to_string(status.st_ino);
}

std::vector<std::string> states_of(const std::vector<std::string>& paths) {
  std::vector<std::string> states;
  for (const std::string& path : paths) states.push_back(state_of(path));
  return states;
}

compiler::Hash128 hash_of(const std::string& text) {
  return compiler::hash128(std::as_bytes(std::span(text)));
}

}  // namespace

compiler::Hash128 compilation_key(const TranslationUnit& unit, const NvrtcOptions& options) {
  Writer key;
  key.add("nvrtc 2 " + compiler::library_identity(compiler::kFrontLibrary));
  key.add(unit.source);
  key.add(unit.name);
  for (const Header& header : unit.headers) {
    key.add(header.name);
    key.add(header.text);
  }
  key.add(unit.names);
  key.add(options.architecture + " " + options.standard + " " + std::to_string(options.flags));
  key.add(options.macros);
  key.add(options.folders);
  key.add(options.first_headers);
  key.add(options.severities);
  return hash_of(key.text());
}

compiler::Hash128 ptx_key(const std::string& image) {
  return hash_of("ptx 1 " + compiler::library_identity(compiler::kCompilerLibrary) + image);
}

compiler::Hash128 headers_key(const std::string& language) {
  return hash_of("headers 2 " + compiler::library_identity(compiler::kFrontLibrary) + '\n' +
                 language);
}

std::optional<Output> find_output(const compiler::Hash128& key, const NvrtcOptions& options) {
  const std::optional<std::string> text = find_text(key);
  if (!text) return {};
  Reader reader(*text);
  Output output;
  output.image = reader.part();
  output.log = reader.part();
  output.lowered_names = reader.parts();
  output.files = reader.parts();
  const bool is_same =
      states_of(output.files) == reader.parts() && states_of(options.folders) == reader.parts();
  if (!reader.is_good() || !is_same) return {};
  return output;
}

void keep_output(const compiler::Hash128& key, const Output& output, const NvrtcOptions& options) {
  Writer writer;
  writer.add(output.image);
  writer.add(output.log);
  writer.add(output.lowered_names);
  writer.add(output.files);
  writer.add(states_of(output.files));
  writer.add(states_of(options.folders));
  keep_text(key, writer.text());
}

std::optional<std::string> find_text(const compiler::Hash128& key) {
  return compiler::DiskCache::of_options().read(key);
}

void keep_text(const compiler::Hash128& key, std::string_view text) {
  compiler::DiskCache::of_options().keep(key, text);
}

}  // namespace riffle::nvrtc
