// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Precompiled header files: made, used, found by themselves; what they do not fit; the options that exclude each other.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "program.h"

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

int main() {
  char folder[] = "/tmp/precompiled_XXXXXX";
  if (mkdtemp(folder) == nullptr || chdir(folder) != 0) return 2;
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
