// SPDX-License-Identifier: Apache-2.0
#include "cc/link_lines.h"

#include <filesystem>

#include "version.h"

namespace riffle::tool {
namespace {

/// DT_RPATH, not DT_RUNPATH: LD_LIBRARY_PATH often names a toolkit with another libcudart.
void add_run_path(CommandLine& line, const std::string& library_folder) {
  append(line,
         {"-Xlinker", "-rpath", "-Xlinker", library_folder, "-Xlinker", "--disable-new-dtags"});
}

/// Build systems name gcc's OpenMP library, but code of clang needs its own, and two of them in a
/// process give each thread two numbers. Clang's serves code of gcc too.
std::string with_own_openmp(const Toolchain& toolchain, const std::string& argument) {
  if (toolchain.openmp.empty()) return argument;
  const std::string name = std::filesystem::path(argument).filename().string();
  const bool gcc = argument == "-lgomp" || (argument[0] != '-' && name.starts_with("libgomp.so"));
  return gcc ? toolchain.openmp : argument;
}

}  // namespace

CommandLine link_line(const LineContext& context, const std::vector<std::string>& objects,
                      const std::string& output) {
  const NvccOptions& options = context.options;
  CommandLine line = clang_of(context.toolchain);
  if (context.toolchain.has_lld) line.push_back("-fuse-ld=lld");
  if (options.shared) line.push_back("-shared");
  if (options.relocatable_link) append(line, {"-r", "-nostdlib"});
  if (options.debug) line.push_back("-g");
  if (options.profile) line.push_back("-pg");
  append(line, options.compiler_options);
  append(line, objects);
  if (options.forward_unknown_to_compiler || options.forward_unknown_to_linker) {
    append(line, options.forwarded);
  }
  for (const std::string& option : options.linker_options) append(line, {"-Xlinker", option});
  // Our folder first: others may hold another libcudart. A process has one runtime, so the static
  // one is ours too.
  // A toolkit's libraries for linkers may name the place where it was.
  const std::string own_links = context.library_folder + "/riffle/link";
  std::error_code failure;
  if (std::filesystem::exists(own_links, failure)) line.push_back("-L" + own_links);
  line.push_back("-L" + context.library_folder);
  for (const std::string& folder : options.library_folders) line.push_back("-L" + folder);
  const std::string runtime =
      options.cuda_version == kCudaVersion12 ? "-l:libcudart.so.12" : "-lcudart";
  for (const std::string& library : options.libraries) {
    const bool is_runtime = library == "cudart_static" || library == "cudart";
    line.push_back(is_runtime ? runtime : with_own_openmp(context.toolchain, "-l" + library));
  }
  line.push_back("-Wno-unused-command-line-argument");
  if (!options.relocatable_link) {
    if (options.cudart != "none") {
      line.push_back(runtime);
      // The driver's functions are there, whoever needs them.
      if (options.cuda_version == kCudaVersion12)
        append(line, {"-Xlinker", "--as-needed", "-lcudart", "-Xlinker", "--no-as-needed"});
      add_run_path(line, context.library_folder);
    }
    append(line, {"-lpthread", "-ldl", "-lrt"});
  }
  append(line, {"-o", output});
  return line;
}

CommandLine registration_line(const LineContext& context, const std::string& source,
                              const std::string& object) {
  CommandLine line = clang_of(context.toolchain);
  append(line, {"-x", "c", "-std=c23", "-O1", "-fPIC", "-Wno-c23-extensions"});
  append(line, {"-c", source, "-o", object});
  return line;
}

CommandLine host_link_line(const Toolchain& toolchain, const std::string& library_folder,
                           const std::vector<std::string>& arguments) {
  CommandLine line = clang_of(toolchain);
  if (toolchain.has_lld) line.push_back("-fuse-ld=lld");
  for (const std::string& argument : arguments)
    line.push_back(with_own_openmp(toolchain, argument));
  if (!toolchain.openmp.empty()) {
    append(line, {"-Xlinker", "--as-needed", toolchain.openmp, "-Xlinker", "--no-as-needed"});
  }
  add_run_path(line, library_folder);
  line.push_back("-Wno-unused-command-line-argument");
  return line;
}

CommandLine archive_line(const LineContext& context, const std::vector<std::string>& objects,
                         const std::string& output) {
  const std::string& own = context.options.archiver;
  CommandLine line{own.empty() ? context.toolchain.archiver : own, "crsD"};
  append(line, context.options.archive_options);
  line.push_back(output);
  append(line, objects);
  return line;
}

}  // namespace riffle::tool
