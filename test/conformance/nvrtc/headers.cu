// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Headers of programs that are compiled at run time.
#include "../cases.h"
#include "program.h"

#include <filesystem>
#include <fstream>
#include <utility>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdlib>

namespace headers_ {
static void show(const char* source, const std::vector<std::pair<const char*, const char*>>& headers,
                 const std::vector<const char*>& options = {}) {
  std::vector<const char*> names, texts;
  for (const auto& [name, text] : headers) {
    names.push_back(name);
    texts.push_back(text);
  }
  nvrtcProgram program = nullptr;
  std::printf("%s ", name_of(nvrtcCreateProgram(&program, source, "main.cu", static_cast<int>(names.size()), texts.data(), names.data())));
  std::printf("%s\n", name_of(nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data())));
  nvrtcDestroyProgram(&program);
}

// Headers in memory and in folders, macros, and which of them is found.
CASE(headers) {
  const char* const two = "#include \"a.h\"\n#include <sub/b.h>\nstatic_assert(A + B == 3, \"\");\n";
  show(two, {{"a.h", "#define A 1\n"}, {"sub/b.h", "#define B 2\n"}});
  show(two, {{"a.h", "#define A 1\n"}});
  show("#include \"a.h\"\nstatic_assert(A == 5, \"\");\n", {{"a.h", "#include \"b.h\"\n#define A B\n"}, {"b.h", "#define B 5\n"}});
  show("#include <vector>\nstatic_assert(MINE == 1, \"\");\n", {{"vector", "#define MINE 1\n"}});
  show("#include \"a.h\"\n", {{"a.h", "__global__ void k() { missing; }\n"}});

  char folder[] = "/tmp/nvrtc_headers_XXXXXX";
  if (mkdtemp(folder) == nullptr) std::exit(1);
  std::ofstream(std::string(folder) + "/disk.h") << "#define DISK 7\n";
  const std::string option = std::string("-I") + folder, wide = std::string("--include-path=") + folder;
  const char* const disk = "#include <disk.h>\nstatic_assert(DISK == 7, \"\");\n";
  show(disk, {}, {option.c_str()});
  show(disk, {}, {wide.c_str()});
  show(disk, {}, {"-I", folder});
  show(disk, {});
  show("static_assert(DISK == 7, \"\");\n", {}, {option.c_str(), "-include=disk.h"});
  show("#include <disk.h>\nstatic_assert(DISK == 1, \"\");\n", {{"disk.h", "#define DISK 1\n"}}, {option.c_str()});
  // Beside the program, by its name.
  const std::string name = std::string(folder) + "/main.cu";
  for (const char* line : {"#include \"disk.h\"\n", "#include <disk.h>\n"}) {
    Program beside(line, name.c_str()), apart(line, name.c_str());
    std::printf("%s", line);
    std::printf("%s\n", name_of(beside.compile()));
    std::printf("%s\n", name_of(apart.compile({"-no-source-include"})));
  }
  std::filesystem::remove_all(folder);

  show("static_assert(X == 3, \"\");\n", {}, {"-DX=3"});
  show("static_assert(X == 1, \"\");\n", {}, {"-D", "X"});
  show("#ifdef X\n#error\n#endif\n", {}, {"-DX=3", "-UX"});
  show("#if F(2) != 4\n#error\n#endif\n", {}, {"-DF(x)=((x)*2)"});
  show("static_assert(__cplusplus == 201703L, \"\");\n", {});
  show("static_assert(__cplusplus == 202002L, \"\");\n", {}, {"--std=c++20"});
  show("static_assert(__CUDA_ARCH__ == 800, \"\");\n", {}, {"-arch=compute_80"});
  show("__device__ __int128 x;\n", {}, {"--device-int128"});
}
}  // namespace headers_

namespace missing_headers_ {
static void show(const std::string& includes,
                 const std::vector<std::pair<const char*, const char*>>& headers) {
  std::vector<const char*> names, texts;
  for (const auto& [name, text] : headers) {
    names.push_back(name);
    texts.push_back(text);
  }
  Program program("");
  nvrtcDestroyProgram(&program.handle);
  const std::string source = includes + "\n__global__ void k() { int main_unused; }\n";
  nvrtcCreateProgram(&program.handle, source.c_str(), "k.cu", static_cast<int>(headers.size()),
                     texts.data(), names.data());
  std::printf("%s\n", name_of(program.compile()));
  std::printf("%s---\n", program.log().c_str());
}

// Programs that find out by the log which header is missing and where, give it and compile again: the words, the name of
// the file that wants it, and its line.
CASE(missing_headers) {
  show(R"(#include "a.h")", {{"a.h", R"(#include "x/y.h"
)"}});
  show(R"(#include <a.h>)", {{"a.h", R"(
#include <x/y.h>
)"}});
  show(R"(#include "d/a.h")", {{"d/a.h", R"(#include "b.h"
)"}, {"b.h", R"(#include <zz>
)"}});
  show(R"(#include "/abs/a.h")", {{"/abs/a.h", R"(#include <zz>
)"}});
  show(R"(#include <a.h>)", {{"b.h", R"()"}});
}
}  // namespace missing_headers_

namespace precompiled_ {
static const char *const kPlain = "__global__ void f(int *a) { *a = 1; }\n";
static const char *const kOne = "#define ONE 1\n__global__ void f(int *a) { *a = ONE; }\n";
static const char *const kOther = "// a comment\n#define ONE 1\n__global__ void g(int *a) { *a = ONE + 1; }\n";
static const char *const kLonger = "#define ONE 1\n/* and */ #define TWO 2\n__global__ void g(int *a) { *a = ONE + TWO; }\n";

static void show(const char *what, const char *source, const std::vector<const char *> &options) {
  Program program(source, "prog.cu");
  const nvrtcResult result = program.compile(options);
  size_t heap = 0;
  const nvrtcResult asked = nvrtcGetPCHHeapSizeRequired(program.handle, &heap);
  std::printf("-- %s: %s, %s, heap %s, %s\n%s", what, name_of(result), name_of(nvrtcGetPCHCreateStatus(program.handle)),
              name_of(asked), heap > 0 ? "some" : "none", program.log().c_str());
}

// Precompiled header files: made, used, found by themselves; what they do not fit; the options that exclude each other.
CASE(precompiled) {
  char folder[] = "/tmp/precompiled_XXXXXX";
  if (mkdtemp(folder) == nullptr || chdir(folder) != 0) std::exit(2);
  show("made", kOne, {"--create-pch=one.pch"});
  show("used", kOne, {"--use-pch=one.pch"});
  show("by another program", kOther, {"--use-pch=one.pch"});
  show("by one with more directives", kLonger, {"--use-pch=one.pch"});
  show("by one without", kPlain, {"--use-pch=one.pch"});
  show("with another architecture", kOne, {"--use-pch=one.pch", "-arch=sm_90"});
  show("with another standard", kOne, {"--use-pch=one.pch", "-std=c++14"});
  show("with a macro", kOne, {"--use-pch=one.pch", "-DTHREE=3"});
  show("with other arithmetic", kOne, {"--use-pch=one.pch", "-fmad=false"});
  show("made again", kOther, {"--create-pch=one.pch"});
  show("of nothing", kPlain, {"--create-pch=none.pch"});
  show("used", kPlain, {"--use-pch=none.pch"});
  show("is not there", kOne, {"--use-pch=absent.pch"});
  std::ofstream("rubbish.pch") << "rubbish";
  show("rubbish", kOne, {"--use-pch=rubbish.pch"});
  mkdir("folder", 0755);
  show("in a folder", kOne, {"--create-pch=two.pch", "--pch-dir=folder"});
  show("used", kOne, {"--use-pch=two.pch", "--pch-dir=folder"});
  show("found", kOne, {"--pch", "--pch-dir=folder"});
  mkdir("empty", 0755);
  show("not found", kOne, {"--pch", "--pch-dir=empty"});
  show("found", kOther, {"--pch", "--pch-dir=empty"});
  show("silently", kOne, {"--create-pch=silent.pch", "--pch-messages=false"});
  show("silently", kOne, {"--use-pch=silent.pch", "--pch-messages=false"});
  show("by itself", kOne, {"--pch", "--pch-messages=false"});
  show("by itself, again", kOther, {"--pch", "--pch-messages=false"});
  show("of a program that is wrong", "#define ONE 1\n__global__ void f(int *a) { *a = missing; }\n", {"--create-pch=wrong.pch"});
  show("with a warning", "#define ONE 1\n__global__ void f(int *a) { int unused; *a = ONE; }\n", {"--create-pch=warned.pch"});
  show("both", kOne, {"--use-pch=one.pch", "--create-pch=two.pch"});
  std::printf("\n");
  show("both", kOne, {"--pch", "--create-pch=two.pch"});
  std::printf("\n");
  show("both", kOne, {"--pch", "--use-pch=one.pch"});
  std::printf("\n");
  show("no name", kOne, {"--create-pch="});
  for (const char *name : {"one.pch", "none.pch", "folder/two.pch", "silent.pch", "wrong.pch"}) {
    struct stat status;
    std::printf("%s: %s\n", name, stat(name, &status) == 0 && status.st_size > 0 ? "there" : "not there");
  }
  std::system((std::string("rm -r ") + folder).c_str());
}
}  // namespace precompiled_
