// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Images that are PTX of other versions, for other processors, empty, or no image at all, by cuModuleLoadData.
#include <string>

#include "driver.h"

static std::string ptx(const std::string &version, const std::string &target, const std::string &rest) {
  return ".version " + version + "\n.target " + target + "\n.address_size 64\n" + rest;
}

int main() {
  use_primary();
  const std::string kernel = ".visible .entry k(.param .u64 p)\n{\nret;\n}\n";
  std::string with_returns;
  for (const char each : ptx("7.0", "sm_70", kernel)) with_returns += each == '\n' ? std::string("\r\n") : std::string(1, each);
  const std::pair<const char *, std::string> images[] = {
      {"a kernel", ptx("7.0", "sm_70", kernel)},
      {"nothing but a head", ptx("7.0", "sm_70", "")},
      {"after white space", "\n \t\n" + ptx("7.0", "sm_70", kernel)},
      {"after a comment", "// one\n/* two\n */\n" + ptx("7.0", "sm_70", kernel)},
      {"lines that end with returns", with_returns},
      {"a line break", "\n"},
      {"a comment alone", "// nothing\n"},
      {"a word", "hello"},
      {"a version alone", ".version 7.0\n"},
      {"no target", ".version 7.0\n.address_size 64\n" + kernel},
      {"no version", ".target sm_70\n.address_size 64\n" + kernel},
      {"no size of addresses", ".version 7.0\n.target sm_70\n" + kernel},
      {"version 99.0", ptx("99.0", "sm_70", kernel)},
      {"version 9.9", ptx("9.9", "sm_70", kernel)},
      {"version 0.0", ptx("0.0", "sm_70", kernel)},
      {"version seven", ptx("seven", "sm_70", kernel)},
      {"for a processor too new for the version", ptx("7.0", "sm_90", kernel)},
      {"for sm_999", ptx("7.0", "sm_999", kernel)},
      {"for compute_70", ptx("7.0", "compute_70", kernel)},
      {"for sm_10", ptx("7.0", "sm_10", kernel)},
      {"for sm_120", ptx("8.7", "sm_120", kernel)},
      {"for sm_100a", ptx("8.6", "sm_100a", kernel)},
      {"addresses of 32 bits", ".version 7.0\n.target sm_70\n.address_size 32\n" + kernel},
      {"an unknown instruction", ptx("7.0", "sm_70", ".visible .entry k()\n{\nfrobnicate;\nret;\n}\n")},
      {"an instruction newer than the version", ptx("7.0", "sm_70", ".visible .entry k()\n{\n.reg .b32 r;\nredux.sync.add.s32 r, r, -1;\nret;\n}\n")},
      {"an unknown function", ptx("7.0", "sm_70", ".extern .func f();\n.visible .entry k()\n{\ncall.uni f, ();\nret;\n}\n")},
      {"an unknown variable", ptx("7.0", "sm_70", ".extern .global .align 4 .u32 v;\n.visible .entry k()\n{\n.reg .b32 r;\nld.global.u32 r, [v];\nst.global.u32 [v], r;\nret;\n}\n")},
      {"one name twice", ptx("7.0", "sm_70", kernel + kernel)},
      {"shared memory of 64 KiB", ptx("7.0", "sm_70", ".visible .entry k()\n{\n.shared .align 4 .b8 s[65536];\n.reg .b64 a;\nmov.u64 a, s;\nst.shared.u64 [s], a;\nret;\n}\n")},
      {"an end too early", ptx("7.0", "sm_70", ".visible .entry k(.param .u64 p)\n{\nret;\n")},
  };
  for (const auto &[what, image] : images) {
    CUmodule module = nullptr;
    CUfunction function;
    const CUresult loaded = cuModuleLoadData(&module, image.c_str());
    const CUresult found = loaded == CUDA_SUCCESS ? cuModuleGetFunction(&function, module, "k") : CUDA_SUCCESS;
    std::printf("%s: %s, %s\n", what, name_of(loaded), loaded == CUDA_SUCCESS ? name_of(found) : "-");
    std::fflush(stdout);
    if (loaded == CUDA_SUCCESS) MUST(cuModuleUnload(module));
  }
}
