// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Headers in memory and in folders, macros, and which of them is found.
#include <filesystem>
#include <fstream>

#include "program.h"

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

int main() {
  const char* const two = "#include \"a.h\"\n#include <sub/b.h>\nstatic_assert(A + B == 3, \"\");\n";
  show(two, {{"a.h", "#define A 1\n"}, {"sub/b.h", "#define B 2\n"}});
  show(two, {{"a.h", "#define A 1\n"}});
  show("#include \"a.h\"\nstatic_assert(A == 5, \"\");\n", {{"a.h", "#include \"b.h\"\n#define A B\n"}, {"b.h", "#define B 5\n"}});
  show("#include <vector>\nstatic_assert(MINE == 1, \"\");\n", {{"vector", "#define MINE 1\n"}});
  show("#include \"a.h\"\n", {{"a.h", "__global__ void k() { missing; }\n"}});

  char folder[] = "/tmp/nvrtc_headers_XXXXXX";
  if (mkdtemp(folder) == nullptr) return 1;
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
