// SPDX-License-Identifier: Apache-2.0
// A program's own device code as data: the section .nv_fatbin of its file, where nvcc and riffle cc both put it.
#pragma once

#include <elf.h>

#include <fstream>
#include <iterator>
#include <string>

#include "../transcript.h"

// All of the section; empty when the file has none.
inline std::vector<unsigned char> device_code_section() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto section = [&](unsigned index) {
    Elf64_Shdr found;
    std::memcpy(&found, bytes.data() + header.e_shoff + index * sizeof found, sizeof found);
    return found;
  };
  const Elf64_Shdr names = section(header.e_shstrndx);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr found = section(i);
    if (std::string(bytes.data() + names.sh_offset + found.sh_name) != ".nv_fatbin") continue;
    return {bytes.begin() + static_cast<long>(found.sh_offset),
            bytes.begin() + static_cast<long>(found.sh_offset + found.sh_size)};
  }
  return {};
}

inline std::size_t &own_image_bytes() {
  static std::size_t bytes = 0;  // from the image to the end of the section
  return bytes;
}

// The image in the section that has kernels: what a linker adds has none. 16-aligned, as long as the program.
inline const void *own_image() {
  const std::vector<unsigned char> code = device_code_section();
  auto *copy = static_cast<unsigned char *>(std::aligned_alloc(64, (code.size() + 127) / 64 * 64));
  std::memcpy(copy, code.data(), code.size());
  const unsigned char fatbin[4] = {0x50, 0xed, 0x55, 0xba};
  for (std::size_t at = 0; at + 8 < code.size(); at += 8) {
    if (std::memcmp(copy + at, fatbin, 4) != 0 && std::memcmp(copy + at, "RIFFLEDI", 8) != 0) continue;
    cudaLibrary_t library;
    unsigned kernels = 0;
    if (cudaLibraryLoadData(&library, copy + at, nullptr, nullptr, 0, nullptr, nullptr, 0) != cudaSuccess) continue;
    const bool found = cudaLibraryGetKernelCount(&kernels, library) == cudaSuccess && kernels > 0;
    MUST(cudaLibraryUnload(library));
    if (!found) continue;
    own_image_bytes() = code.size() - at;
    return copy + at;
  }
  cudaGetLastError();
  std::printf("setup failed: no image with kernels\n");
  std::exit(2);
}
