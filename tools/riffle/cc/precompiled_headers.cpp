// SPDX-License-Identifier: Apache-2.0
#include "cc/precompiled_headers.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <set>
#include <string_view>

#include <xxhash.h>

#include <fmt/format.h>

#include "base/cache_folder.h"
#include "cc/temporary_folder.h"
#include "file.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

/// Begins the line that makes a file of inputs complete.
constexpr std::string_view kSeal = "seal ";

struct HeaderFiles {
  struct File {
    std::int64_t bytes;
    std::int64_t time;
    std::string path;
  };
  std::vector<File> files;
  std::set<std::string, std::less<>> names;
  std::set<std::string, std::less<>> words;
  std::string seal;
};

/// Of what a header depends on and of the header itself; empty when that cannot be read.
std::string seal_of(std::string_view inputs, const std::string& header) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       &XXH3_freeState);
  const int file = ::open(header.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 || state == nullptr || XXH3_128bits_reset(state.get()) != XXH_OK) return {};
  XXH3_128bits_update(state.get(), inputs.data(), inputs.size());
  std::vector<char> part(std::size_t{1} << 18);
  ssize_t count = 0;
  while ((count = ::read(file, part.data(), part.size())) > 0)
    XXH3_128bits_update(state.get(), part.data(), static_cast<std::size_t>(count));
  ::close(file);
  if (count < 0) return {};
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// Completes the file of inputs of a header that has been made.
bool seal(const std::string& inputs, const std::string& header) {
  Result<std::string> text = read_file(inputs);
  if (!text) return false;
  const std::string hash = seal_of(*text, header);
  return !hash.empty() && write_file(inputs, fmt::format("{}{}{}\n", *text, kSeal, hash));
}

/// Nothing unless the header beside it is the one that they were written for: a disk that was full, or lost power, may have
/// kept a part of it.
std::optional<HeaderFiles> read_inputs(const std::string& key) {
  const Result<std::string> text = read_file(key + ".inputs");
  if (!text) return std::nullopt;
  HeaderFiles inputs;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = rest.substr(0, end);
    const auto begin = static_cast<std::size_t>(line.data() - text->data());
    rest.remove_prefix(end + 1);
    if (line.starts_with(kSeal)) {
      const bool is_whole = rest.empty() && seal_of(text->substr(0, begin), key + ".pch") ==
                                                line.substr(kSeal.size());
      return is_whole ? std::optional(std::move(inputs)) : std::nullopt;
    }
    if (line.starts_with("name ")) {
      inputs.names.emplace(line.substr(5));
    } else if (line.starts_with("word ")) {
      inputs.words.emplace_hint(inputs.words.end(), line.substr(5));
    } else if (line.starts_with("file ")) {
      HeaderFiles::File file{};
      const char* const last = line.data() + line.size();
      const auto bytes = std::from_chars(line.data() + 5, last, file.bytes);
      const auto time = std::from_chars(bytes.ptr + 1, last, file.time);
      file.path.assign(time.ptr + 1, last);
      inputs.files.push_back(std::move(file));
    }
  }
  return std::nullopt;
}

bool are_unchanged(const std::vector<HeaderFiles::File>& files) {
  return std::ranges::all_of(files, [](const HeaderFiles::File& file) {
    struct stat status{};
    return ::stat(file.path.c_str(), &status) == 0 && status.st_size == file.bytes &&
           status.st_mtim.tv_sec == file.time;
  });
}

/// Nobody else's to write: clang believes what is in it.
bool is_trusted(const std::string& key) {
  return is_trusted_in_cache(key + ".pch") && is_trusted_in_cache(key + ".inputs");
}

/// Would a header of the user's be found where one of `names` is meant?
bool hides_a_name(const std::vector<std::string>& folders, const HeaderFiles& inputs) {
  for (const std::string& folder : folders) {
    std::error_code failure;
    for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
         it.increment(failure)) {
      if (inputs.names.contains(it->path().filename().string())) return true;
    }
  }
  return false;
}

/// "-DNAME=1", "-DNAME(x)=x" or "-UNAME": NAME.
std::string_view macro_name(std::string_view option) {
  option.remove_prefix(2);
  return option.substr(0, option.find_first_of("=("));
}

std::vector<std::string> known_macros(const NvccOptions& options, const HeaderFiles& inputs) {
  std::vector<std::string> known;
  for (const std::string& macro : macros_of_source(options)) {
    if (inputs.words.contains(macro_name(macro))) known.push_back(macro);
  }
  return known;
}

std::string identity_of(const std::string& path) {
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  struct stat status{};
  if (failure || ::stat(real.c_str(), &status) != 0) return path;
  return fmt::format("{} {} {}", real.string(), status.st_size, status.st_mtim.tv_sec);
}

std::string key_of(const CommandLine& line, const LineContext& context) {
  std::string text = identity_of(context.toolchain.code) + '\n' +
                     identity_of(context.library_folder + "/libriffle_clang.so");
  for (const std::string& word : line) text += '\n' + word;
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

void prepare_making(HeaderState& state, CommandLine line) {
  state.made = fmt::format("{}.{}.part", state.key, ::getpid());
  state.made_inputs = state.made + "-inputs";
  for (const char* word : {"-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang"})
    line.emplace_back(word);
  line.push_back(state.made);
  line.push_back("-fplugin-arg-riffle_inputs-" + state.made_inputs);
  state.make = std::move(line);
}

/// What others, who were ended while they made the header of `key`, left behind. The caller has the header's lock.
void remove_leftovers(const fs::path& key) {
  const std::string begin = key.filename().string() + ".";
  std::error_code failure;
  for (fs::directory_iterator it(key.parent_path(), failure), end; !failure && it != end;
       it.increment(failure)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with(begin) && name.contains(".part")) remove_partial(it->path().string());
  }
}

/// The first who comes leaves a mark; the next one, unless another is at it, gets what makes the header.
void plan_making(HeaderState& state, CommandLine line, const std::string& folder) {
  if (!make_folder_in_cache(folder) || !is_trusted_in_cache(folder)) return;
  std::error_code failure;
  const std::string mark = state.key + ".seen";
  if (!fs::exists(mark, failure)) {
    const int made = ::open(mark.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (made >= 0) ::close(made);
    return;
  }
  state.lock = ::open(mark.c_str(), O_WRONLY | O_CLOEXEC);
  if (state.lock < 0) return;
  if (::flock(state.lock, LOCK_EX | LOCK_NB) != 0) {
    ::close(state.lock);
    state.lock = -1;
    return;
  }
  remove_leftovers(state.key);
  prepare_making(state, std::move(line));
}

/// Removes what was used longest ago, and what died halfway.
void evict(const fs::path& folder, std::size_t most) {
  std::vector<std::pair<fs::file_time_type, fs::path>> kept;
  std::error_code failure;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    std::error_code ignored;
    const auto used = it->last_write_time(ignored);
    if (ignored) continue;
    if (it->path().extension() == ".inputs") {
      kept.emplace_back(used, it->path());
    } else if (it->path().filename().string().contains(".part")) {
      if (now - used > std::chrono::hours(1)) fs::remove(it->path(), ignored);
    }
  }
  std::ranges::sort(kept, std::greater{});
  for (std::size_t i = most; i < kept.size(); ++i)
    remove_header(kept[i].second.replace_extension(".pch").string());
}

}  // namespace

std::vector<std::string> folders_of_user(const NvccOptions& options) {
  std::vector<std::string> folders = options.include_folders;
  folders.insert(folders.end(), options.system_include_folders.begin(),
                 options.system_include_folders.end());
  return folders;
}

std::vector<std::string> names_in_header(const std::string& path) {
  const std::optional<HeaderFiles> inputs =
      read_inputs(fs::path(path).replace_extension(".inputs").string());
  return inputs ? std::vector<std::string>(inputs->names.begin(), inputs->names.end())
                : std::vector<std::string>{};
}

HeaderState find_header(const LineContext& context, Side side, const HeaderFolders& folders) {
  HeaderState state;
  const NvccOptions& options = context.options;
  const std::vector<std::string> own_folders = folders_of_user(options);
  std::vector<std::string> macros;
  // A second time with the macros that the headers mention.
  for (int attempt = 0; attempt < 2; ++attempt) {
    CommandLine line = header_line(context, side, macros);
    if (line.empty()) return {};
    const std::string name = key_of(line, context);
    std::optional<HeaderFiles> inputs;
    for (const std::string& folder : {folders.ready, folders.common, folders.cache}) {
      if (folder.empty()) continue;
      state.key = (fs::path(folder) / name).string();
      // Whoever can write to the installation's folder could change the compiler too.
      const bool trusted =
          is_trusted(state.key) && (folder == folders.ready || is_trusted_in_cache(folder));
      inputs = trusted ? read_inputs(state.key) : std::nullopt;
      if (inputs && are_unchanged(inputs->files)) break;
      inputs.reset();
    }
    if (!inputs) {
      if (!folders.cache.empty()) plan_making(state, std::move(line), folders.cache);
      return state;
    }
    std::vector<std::string> known = known_macros(options, *inputs);
    if (known == macros) {
      if (hides_a_name(own_folders, *inputs)) return {};
      state.path = state.key + ".pch";
      if (!folders.cache.empty() && state.key.starts_with(folders.cache + "/"))
        ::utimensat(AT_FDCWD, (state.key + ".inputs").c_str(), nullptr, 0);  // used now
      return state;
    }
    macros = std::move(known);
  }
  return {};
}

HeaderState header_to_make(const LineContext& context, Side side, const std::string& folder) {
  HeaderState state;
  CommandLine line = header_line(context, side, {});
  state.key = (fs::path(folder) / key_of(line, context)).string();
  const std::optional<HeaderFiles> inputs = read_inputs(state.key);
  if (!inputs || !are_unchanged(inputs->files)) prepare_making(state, std::move(line));
  return state;
}

std::string finish_header(HeaderState& state, bool succeeded, std::size_t most) {
  std::error_code failure;
  const std::string path = state.key + ".pch";
  bool good = succeeded && seal(state.made_inputs, state.made);
  // Whatever the umask.
  const auto mode = fs::perms(mode_of_cached_file(fs::path(path).parent_path().string(), false));
  for (const std::string& made : {state.made, state.made_inputs})
    fs::permissions(made, mode, failure);
  good = good && ::rename(state.made.c_str(), path.c_str()) == 0 &&
         ::rename(state.made_inputs.c_str(), (state.key + ".inputs").c_str()) == 0;
  if (good) {
    evict(fs::path(path).parent_path(), most);
  } else {
    fs::remove(state.made, failure);
    remove_unrenamed(state.made);
    fs::remove(state.made_inputs, failure);
    // Whoever comes next does not try at once again.
    fs::remove(state.key + ".seen", failure);
  }
  ::close(state.lock);
  state.lock = -1;
  return good ? path : "";
}

void remove_header(const std::string& path) {
  std::error_code ignored;
  for (const char* suffix : {".inputs", ".pch", ".seen"})
    fs::remove(fs::path(path).replace_extension(suffix), ignored);
}

}  // namespace riffle::tool
