// SPDX-License-Identifier: Apache-2.0
#include "platform/process_threads.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.h"

namespace riffle::platform {
namespace {

constexpr const char* kFolder = "/proc/self/task";

/// The begin of /proc/self/task/THREAD/NAME; nothing when it cannot be read.
class ThreadFile {
 public:
  ThreadFile(ThreadId thread, const char* name) {
    const std::string path = std::string(kFolder) + "/" + std::to_string(thread) + "/" + name;
    const int file = above_standard(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file < 0) return;
    const ssize_t bytes = read(file, text_.data(), text_.size());
    close(file);
    if (bytes > 0) size_ = static_cast<std::size_t>(bytes);
  }
  [[nodiscard]] std::string_view text() const { return {text_.data(), size_}; }

 private:
  std::array<char, 4096> text_;
  std::size_t size_ = 0;
};

std::string_view first_word(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_first_of(" \t\n"));
}

/// Behind `name` in a file of lines "name: value".
std::string_view value_of(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  return at == std::string_view::npos ? std::string_view()
                                      : first_word(text.substr(at + name.size()));
}

std::uint64_t number_in(std::string_view word) {
  std::uint64_t number = 0;
  static_cast<void>(std::from_chars(word.data(), word.data() + word.size(), number));
  return number;
}

/// The file says "running", or the number of the system call and its arguments.
bool waits_for_word_without_deadline(std::string_view call) {
  const std::string_view number = first_word(call);
  if (number != std::to_string(SYS_futex)) return false;
  constexpr int kDeadline = 4;  // word, operation, value, deadline
  for (int i = 0; i < kDeadline; ++i) {
    const std::size_t space = call.find(' ');
    if (space == std::string_view::npos) return false;
    call.remove_prefix(space + 1);
  }
  return first_word(call) == "0x0";
}

}  // namespace

ThreadId current_thread_id() { return static_cast<ThreadId>(syscall(SYS_gettid)); }

std::size_t thread_count() {
  // Stays open: asked at each step, and a path takes three times as long.
  static const int folder = above_standard(open(kFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status{};
  constexpr nlink_t kWithoutThreads = 2;  // the folder's own
  if (folder < 0 || fstat(folder, &status) != 0 || status.st_nlink <= kWithoutThreads) return 0;
  return status.st_nlink - kWithoutThreads;
}

std::vector<ThreadId> thread_ids() {
  std::vector<ThreadId> ids;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(kFolder), closedir);
  if (folder == nullptr) return ids;
  while (const dirent* const entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    ThreadId id = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), id).ec == std::errc())
      ids.push_back(id);
  }
  return ids;
}

ThreadLook look_at_thread(ThreadId thread) {
  const ThreadFile status(thread, "status");
  const std::string_view text = status.text();
  const std::string_view state = value_of(text, "\nState:");
  if (state.empty() || state == "Z" || state == "X") return {};
  ThreadLook look{.activity = Activity::kRuns};
  look.sleeps = number_in(value_of(text, "\nvoluntary_ctxt_switches:"));
  if (state == "S" && waits_for_word_without_deadline(ThreadFile(thread, "syscall").text())) {
    look.activity = Activity::kSleepsUntilWoken;
    return look;
  }
  if (state == "S") look.activity = Activity::kSleeps;
  look.ran_ns = number_in(first_word(ThreadFile(thread, "schedstat").text()));
  return look;
}

}  // namespace riffle::platform
