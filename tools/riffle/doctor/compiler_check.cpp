// SPDX-License-Identifier: Apache-2.0
// Compiles, links and runs a small program, as a user would.
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cc/process_group.h"
#include "cc/temporary_folder.h"
#include "cc/toolchain.h"
#include "doctor/distribution.h"
#include "doctor/finding.h"
#include "file.h"
#include "held_signals.h"
#include "install.h"

namespace riffle::tool::doctor {
namespace {

// Its own #include makes the compiler look for the C++ library's headers even when those of CUDA are precompiled.
namespace fs = std::filesystem;

constexpr std::string_view kProgram = R"(#include <forward_list>
__global__ void sum(int* values) { atomicAdd(values, threadIdx.x); }
int main() {
  int* values = nullptr;
  std::forward_list<int> wanted(1, 31 * 16);
  if (cudaMallocManaged(&values, sizeof(int)) != cudaSuccess) return 2;
  *values = 0;
  sum<<<1, 32>>>(values);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  return *values == wanted.front() ? 0 : 4;
}
)";

constexpr const char* kCureOfTemporary =
    "free some space there, or export TMPDIR=FOLDER, a folder of another disk";

Result<FinishedProcess> run(const CommandLine& line) {
  ProcessGroup processes;
  if (Result<int> started = processes.start(line, false); !started)
    return std::unexpected(started.error());
  return processes.wait();
}

/// The line that names the first error, or the first line.
std::string first_error(const std::string& messages) {
  std::size_t at = messages.find("error: ");
  if (at == std::string::npos) return messages.substr(0, messages.find('\n'));
  at = messages.rfind('\n', at) + 1;
  return messages.substr(at, messages.find('\n', at) - at);
}

Diagnosis failed_compilation(const FinishedProcess& finished) {
  const std::string& text = finished.messages;
  switch (missing_part(text)) {
    case MissingPart::kHeaders:
      return {Level::kError, "compiler",
              "the headers of a C++ standard library are missing: " + first_error(text),
              install_command(Package::kCompiler)};
    case MissingPart::kLinkFiles:
      return {Level::kError, "compiler",
              "files that programs are linked with are missing: " + first_error(text),
              install_command(Package::kCompiler)};
    case MissingPart::kNone:
      break;
  }
  if (text.contains("(TMPDIR)"))
    return {Level::kError, "compiler", "no space for temporary files: " + first_error(text),
            kCureOfTemporary};
  return {Level::kError, "compiler", "a small program does not compile: " + first_error(text), ""};
}

}  // namespace

Findings check_compiler() {
  const Result<Toolchain> toolchain = find_toolchain();
  if (!toolchain) return {{Level::kError, "compiler", toolchain.error().text, ""}};
  const HeldSignals held;
  TemporaryFolder folder;
  if (const Status made = folder.create(); !made)
    return {{Level::kError, "compiler", made.error().text, "export TMPDIR=FOLDER"}};
  const std::string source = folder.path() + "/sum.cu", program = folder.path() + "/sum";
  if (const Status written = write_file(source, kProgram); !written)
    return {{Level::kError, "compiler", written.error().text, kCureOfTemporary}};
  Result<FinishedProcess> finished = run({installation().executable, "cc", "-o", program, source});
  if (!finished) return {{Level::kError, "compiler", finished.error().text, ""}};
  if (finished->exit_code != 0) return {failed_compilation(*finished)};
  if (is_mounted_noexec(folder.path()))
    return {{Level::kWarning, "compiler",
             fmt::format("a small program was compiled but cannot be started in '{}' (TMPDIR), "
                         "which is mounted noexec",
                         fs::path(folder.path()).parent_path().string()),
             "export TMPDIR=FOLDER, a folder of another file system"}};
  finished = run({program});
  if (!finished) return {{Level::kError, "compiler", finished.error().text, ""}};
  if (finished->exit_code != 0)
    return {{Level::kError, "compiler",
             fmt::format("a small program was compiled but ended with {}: {}", finished->exit_code,
                         first_error(finished->messages)),
             ""}};
  return {{Level::kOk, "compiler",
           fmt::format("{}; a small program was compiled and run", toolchain->clang), ""}};
}

}  // namespace riffle::tool::doctor
