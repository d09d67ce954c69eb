// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Fat binaries with PTX, as nvcc writes them: every call that takes one, alone, in a wrapper, and in parts that are linked;
// which entry is taken; code that no device here runs, and damaged headers.
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "driver.h"

struct Entry {
  std::uint16_t kind;  // 1: PTX, 2: code of a processor
  std::uint32_t architecture;
  std::string content;
};

static std::string fat_binary(const std::vector<Entry> &entries) {
  std::string all;
  const auto put = [&](auto number) { all.append(reinterpret_cast<const char *>(&number), sizeof number); };
  put(std::uint32_t{0xba55ed50}), put(std::uint16_t{1}), put(std::uint16_t{16}), put(std::uint64_t{0});
  for (const Entry &entry : entries) {
    const std::size_t padded = (entry.content.size() + 8) / 8 * 8;
    const bool is_ptx = entry.kind == 1;  // has options of its compiler, here none: where they are, an empty text
    put(entry.kind), put(std::uint16_t{0x101}), put(std::uint32_t{is_ptx ? 80u : 64u}), put(std::uint64_t{padded});
    put(std::uint32_t{0}), put(std::uint32_t{is_ptx ? 64u : 0u}), put(std::uint32_t{7u << 16 | 5}), put(entry.architecture);
    put(std::uint64_t{0}), put(std::uint64_t{0x11}), put(std::uint64_t{0}), put(std::uint64_t{0});
    if (is_ptx) put(std::uint64_t{72}), put(std::uint64_t{0});
    all += entry.content + std::string(padded - entry.content.size(), '\0');
  }
  const std::uint64_t rest = all.size() - 16;
  std::memcpy(&all[8], &rest, sizeof rest);
  return all;
}

static std::string head(int target) { return "\n\n.version 7.5\n.target sm_" + std::to_string(target) + "\n.address_size 64\n"; }

// A kernel that stores `value`.
static std::string stores(int target, int value) {
  return head(target) + ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %a;\nld.param.u64 %a, [p];\nst.global.u32 [%a], " +
         std::to_string(value) + ";\nret;\n}\n";
}

static const char kCaller[] =
    ".extern .func (.param .b32 r) other(.param .b32 x);\n.visible .entry k(.param .u64 p)\n{\n.reg .b64 %a; .reg .b32 %v;\n"
    "ld.param.u64 %a, [p];\n{ .param .b32 x; .param .b32 r;\nst.param.b32 [x], 21;\ncall.uni (r), other, (x);\n"
    "ld.param.b32 %v, [r]; }\nst.global.u32 [%a], %v;\nret;\n}\n";
static const char kOther[] =
    ".visible .func (.param .b32 r) other(.param .b32 x)\n{\n.reg .b32 %v;\nld.param.u32 %v, [x];\nshl.b32 %v, %v, 1;\n"
    "st.param.b32 [r], %v;\nret;\n}\n";

struct Wrapper {
  std::uint32_t magic = 0x466243b1, version = 1;
  const void *code = nullptr;
  const void *const *parts = nullptr;
};

static int launch(CUfunction function) {
  CUdeviceptr memory;
  int value = -1;
  void *arguments[] = {&memory};
  cuMemAlloc(&memory, 4);
  cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
  cuMemcpyDtoH(&value, memory, 4);
  cuMemFree(memory);
  return value;
}

static int stored_by(CUmodule module) {
  CUfunction function = nullptr;
  return cuModuleGetFunction(&function, module, "k") == CUDA_SUCCESS ? launch(function) : -2;
}

static int loaded(const void *code) {
  CUmodule module = nullptr;
  const CUresult result = cuModuleLoadData(&module, code);
  if (result != CUDA_SUCCESS) return -static_cast<int>(result);
  const int value = stored_by(module);
  cuModuleUnload(module);
  return value;
}

static int linked(const std::vector<std::string> &binaries, const char *file = nullptr) {
  CUlinkState link;
  cuLinkCreate(0, nullptr, nullptr, &link);
  void *cubin = nullptr;
  CUresult result = CUDA_SUCCESS;
  for (const std::string &binary : binaries)
    if (result == CUDA_SUCCESS)
      result = cuLinkAddData(link, CU_JIT_INPUT_FATBINARY, const_cast<char *>(binary.data()), binary.size(), "part", 0, nullptr, nullptr);
  if (file != nullptr) result = cuLinkAddFile(link, CU_JIT_INPUT_FATBINARY, file, 0, nullptr, nullptr);
  if (result == CUDA_SUCCESS) result = cuLinkComplete(link, &cubin, nullptr);
  const int value = result == CUDA_SUCCESS ? loaded(cubin) : -static_cast<int>(result);
  cuLinkDestroy(link);
  return value;
}

int main() {
  use_primary();
  const std::string one = fat_binary({{1, 80, stores(80, 7)}});
  CUmodule module = nullptr;
  show_value("cuModuleLoadData", loaded(one.data()));
  MUST(cuModuleLoadDataEx(&module, one.data(), 0, nullptr, nullptr));
  show_value("cuModuleLoadDataEx", stored_by(module));
  MUST(cuModuleLoadFatBinary(&module, one.data()));
  show_value("cuModuleLoadFatBinary", stored_by(module));
  std::ofstream("one.fatbin", std::ios::binary) << one;
  MUST(cuModuleLoad(&module, "one.fatbin"));
  show_value("cuModuleLoad", stored_by(module));
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  MUST(cuLibraryLoadData(&library, one.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUST(cuLibraryGetKernel(&kernel, library, "k"));
  show_value("cuLibraryLoadData", launch(reinterpret_cast<CUfunction>(kernel)));
  MUST(cuLibraryLoadFromFile(&library, "one.fatbin", nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUST(cuLibraryGetKernel(&kernel, library, "k"));
  show_value("cuLibraryLoadFromFile", launch(reinterpret_cast<CUfunction>(kernel)));
  show_value("cuLinkAddData", linked({one}));
  show_value("cuLinkAddFile", linked({}, "one.fatbin"));

  const std::string caller = fat_binary({{1, 80, head(80) + kCaller}}), other = fat_binary({{1, 75, head(75) + kOther}});
  show_value("cuLinkAddData of two", linked({caller, other}));
  const std::string nothing = fat_binary({});
  const void *const parts[] = {caller.data(), other.data(), nullptr};
  const Wrapper of_one{0x466243b1, 1, one.data(), nullptr}, of_parts{0x466243b1, 2, nothing.data(), parts};
  MUST(cuLibraryLoadData(&library, &of_one, nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUST(cuLibraryGetKernel(&kernel, library, "k"));
  show_value("a wrapper", launch(reinterpret_cast<CUfunction>(kernel)));
  MUST(cuLibraryLoadData(&library, &of_parts, nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUST(cuLibraryGetKernel(&kernel, library, "k"));
  show_value("a wrapper of parts", launch(reinterpret_cast<CUfunction>(kernel)));

  const Entry processor{2, 100, "\177ELF, say"};
  show_value("PTX beside other code", loaded(fat_binary({processor, {1, 70, stores(70, 3)}}).data()));
  show_value("the newest that is not too new", loaded(fat_binary({{1, 70, stores(70, 1)}, {1, 80, stores(80, 2)}, {1, 75, stores(75, 3)}}).data()));

  show_value("no PTX", loaded(fat_binary({processor}).data()));
  show_value("no PTX to link", linked({fat_binary({processor})}));
  show_value("wrong PTX", loaded(fat_binary({{1, 80, head(80) + "rubbish"}}).data()));
  std::string damaged = one;
  damaged[4] = 9;
  show_value("an unknown version", loaded(damaged.data()));
  damaged = one;
  damaged[21] = '\x7f';
  show_value("a header longer than all", loaded(damaged.data()));
  std::remove("one.fatbin");
}
