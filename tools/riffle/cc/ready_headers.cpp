// SPDX-License-Identifier: Apache-2.0
#include "cc/ready_headers.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "cc/process_group.h"
#include "install.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

/// The default, and what build files ask for most. Two headers of 5 MB each.
constexpr const char* kStandards[] = {"", "c++14", "c++17", "c++20"};

/// Below compilations that somebody waits for; not so low that a build on all cores never gets its headers.
constexpr int kNiceness = 5;

/// Makes headers, two at a time. The text is what the first clang that failed had to say.
Status make(std::vector<HeaderState>& headers, std::size_t most) {
  ProcessGroup processes;
  std::map<int, HeaderState*> making;
  Status status;
  auto next = headers.begin();
  while (true) {
    for (; next != headers.end() && processes.running() < 2; ++next) {
      const Result<int> process = processes.start(next->make, false);
      if (!process) return std::unexpected(process.error());
      making[*process] = &*next;
    }
    if (processes.running() == 0) return status;
    const Result<FinishedProcess> finished = processes.wait();
    if (!finished) return std::unexpected(finished.error());
    const bool good = finished->exit_code == 0;
    const std::string path = finish_header(*making[finished->id], good, most);
    if (path.empty() && status)
      status = error(Code::kInvalidValue, "cannot make precompiled headers: " + finished->messages);
  }
}

/// Whatever this process was given by others must not wait for it.
void let_go_of_descriptors(const std::vector<HeaderState>& headers) {
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, standard);
  std::vector<unsigned> kept;
  for (const HeaderState& header : headers) {
    if (header.lock >= 0) kept.push_back(static_cast<unsigned>(header.lock));
  }
  std::ranges::sort(kept);
  unsigned from = STDERR_FILENO + 1;
  for (const unsigned descriptor : kept) {
    if (descriptor > from) ::close_range(from, descriptor - 1, 0);
    from = descriptor + 1;
  }
  ::close_range(from, std::numeric_limits<unsigned>::max(), 0);
}

}  // namespace

std::string ready_headers_folder() { return installation().private_folder + "/headers"; }

Status make_ready_headers() {
  Result<Toolchain> toolchain = find_toolchain();
  if (!toolchain) return std::unexpected(toolchain.error());
  const Installation& own = installation();
  const std::string folder = ready_headers_folder();
  std::error_code failure;
  fs::create_directories(folder, failure);
  std::vector<HeaderState> missing;
  std::vector<std::string> wanted;
  for (const char* standard : kStandards) {
    NvccOptions options;
    options.standard = standard;
    const LineContext context{options, *toolchain,        own.include_folder, own.library_folder,
                              false,   own.toolkit_folder};
    for (const Side side : {Side::kDevice, Side::kHost}) {
      HeaderState state = header_to_make(context, side, folder);
      wanted.push_back(state.key);
      if (!state.make.empty()) missing.push_back(std::move(state));
    }
  }
  Status made = make(missing, std::numeric_limits<std::size_t>::max());
  for (const HeaderState& header : missing) {
    for (const char* suffix : {".pch", ".inputs"})  // for whoever uses this installation
      fs::permissions(header.key + suffix, fs::perms(0644), failure);
  }
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    std::error_code ignored;
    const std::string key = (it->path().parent_path() / it->path().stem()).string();
    if (std::ranges::find(wanted, key) == wanted.end()) fs::remove(it->path(), ignored);
  }
  return made;
}

void make_in_background(std::vector<HeaderState> headers, std::size_t most) {
  std::erase_if(headers, [](const HeaderState& header) { return header.make.empty(); });
  if (headers.empty()) return;
  const pid_t child = ::fork();
  if (child == 0) {
    // Nobody waits for a grandchild.
    if (::setsid() < 0 || ::fork() != 0) ::_exit(0);
    let_go_of_descriptors(headers);
    if (::chdir("/") != 0 || ::nice(kNiceness) == -1) ::_exit(0);
    (void)make(headers, most);
    ::_exit(0);
  }
  if (child > 0) ::waitpid(child, nullptr, 0);
  for (HeaderState& header : headers) {
    if (header.lock >= 0) ::close(header.lock);
  }
}

}  // namespace riffle::tool
