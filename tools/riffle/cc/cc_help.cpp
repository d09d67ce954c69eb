// SPDX-License-Identifier: Apache-2.0
#include "cc/cc_help.h"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "cc/option_table.h"
#include "help.h"
#include "install.h"
#include "say.h"
#include "version.h"

namespace riffle::tool {
namespace {

std::string term_of(const OptionRow& row) {
  std::string term;
  if (!row.long_name.empty()) term = fmt::format("--{}", row.long_name);
  if (!row.short_name.empty()) {
    if (!term.empty()) term += ", ";
    term += fmt::format("-{}", row.short_name);
  }
  if (!row.value_name.empty()) term += fmt::format(" {}", row.value_name);
  return term;
}

}  // namespace

int print_cc_help() {
  HelpPage page;
  page.section("NAME").literal("riffle cc - compile CUDA C++ for this machine's CPU cores");
  page.section("SYNOPSIS").literal("riffle cc [OPTION]... FILE...");
  page.section("DESCRIPTION")
      .paragraph(
          "Takes nvcc's command line. clang 22 compiles each .cu file twice: the device side to "
          "LLVM bitcode, which goes into the object and is compiled to native code at the first "
          "launch, and the host side. .cpp, .cc, .cxx and .c files are compiled for the host; .o, "
          ".a and .so files are linked. No file from NVIDIA's toolkit is needed or used. A value "
          "follows its option after a space or '='. An option that is not in this list is an "
          "error.");
  std::string_view section;
  for (const OptionRow& row : option_table()) {
    if (row.section.empty()) continue;
    if (row.section != section) page.section(section = row.section);
    page.entry(term_of(row), row.help);
  }
  page.section("EXAMPLES")
      .literal(
          "riffle cc -O3 -o vecadd vecadd.cu           a program\n"
          "riffle cc -c kernels.cu && g++ -c main.cpp  objects, one by the host compiler, then\n"
          "riffle cc -o app main.o kernels.o -lpng     linked together\n"
          "riffle cc -shared -o libk.so kernels.cu     a shared library with kernels\n"
          "riffle cc -lib -o libk.a a.cu b.cu          a static library\n"
          "riffle cc --dryrun x.cu                     the commands, without running them");
  page.section("EXIT STATUS")
      .literal(
          "0    success\n2    errors in a .cu file\n255  errors in inline PTX, undefined device "
          "functions, errors of the device link\n1    any other error");
  page.section("ENVIRONMENT")
      .entry("NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS",
             "Options before and after those of the command line.")
      .entry("NVCC_CCBIN", "As -ccbin.")
      .entry("TMPDIR", "Folder for intermediate files; default /tmp.");
  fmt::print("{}", page.text());
  return 0;
}

int print_cc_version(int cuda_version) {
  const char* const release = cuda_version == kCudaVersion12 ? "12.8, V12.8.90" : "13.0, V13.0.48";
  fmt::print(
      "nvcc: NVIDIA (R) Cuda compiler driver\n"
      "(this is riffle cc {}, which takes nvcc's command line; not NVIDIA's compiler)\n"
      "Cuda compilation tools, release {}\n"
      "Build riffle_{}\n",
      kVersion, release, kVersion);
  return 0;
}

void print_toolkit_lines(int cuda_version) {
  const std::string top = toolkit_folder_of(cuda_version);
  const char* path = std::getenv("PATH");
  say("#$ riffle cc {}\n", kVersion);
  say("#$ TOP={}\n", top);
  say("#$ PATH={}/bin{}{}\n", top, path == nullptr ? "" : ":", path == nullptr ? "" : path);
  say("#$ NVVMIR_LIBRARY_DIR={}/nvvm/libdevice\n", top);
  say("#$ INCLUDES=\"-I{}/include\"\n", top);
  say("#$ LIBRARIES=\"-L{}/lib64\"\n", top);
  say("#$ DEFAULT_ARCHITECTURE=-arch compute_80\n");
  say("#$ riffle-host-link \"-L{}/lib64\" -lcudadevrt -lcudart_static -lrt -lpthread -ldl  "
      "# how others link\n",
      top);
}

}  // namespace riffle::tool
