// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share: a program that ends with its scope, and its log.
#pragma once

#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

struct Program {
  explicit Program(const char* source, const char* name = nullptr) {
    nvrtcCreateProgram(&handle, source, name, 0, nullptr, nullptr);
  }
  Program(const Program&) = delete;
  ~Program() { nvrtcDestroyProgram(&handle); }

  nvrtcResult compile(const std::vector<const char*>& options = {}) {
    return nvrtcCompileProgram(handle, static_cast<int>(options.size()), options.data());
  }
  std::string log() const {
    size_t bytes = 0;
    nvrtcGetProgramLogSize(handle, &bytes);
    std::string text(bytes, '\0');
    nvrtcGetProgramLog(handle, text.data());
    text.resize(bytes - 1);
    return text;
  }
  std::string cubin() const {
    size_t bytes = 0;
    nvrtcGetCUBINSize(handle, &bytes);
    std::string image(bytes, '\0');
    nvrtcGetCUBIN(handle, image.data());
    return image;
  }
  std::string ptx() const {
    size_t bytes = 0;
    nvrtcGetPTXSize(handle, &bytes);
    std::string text(bytes, '\0');
    nvrtcGetPTX(handle, text.data());
    return text;
  }

  nvrtcProgram handle = nullptr;
};

inline const char* name_of(nvrtcResult result) { return nvrtcGetErrorString(result); }
