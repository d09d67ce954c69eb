// SPDX-License-Identifier: Apache-2.0
// The functions of libturbojpeg.so.0 that are used, by its C interface, which has been the same since version 1.4.
#pragma once

#include <memory>

namespace riffle::nvjpeg {

// By the values of turbojpeg.h.
enum class Samples : int { k444 = 0, k422 = 1, k420 = 2, kGray = 3, k440 = 4, k411 = 5 };
enum class Pixels : int { kRgb = 0, kBgr = 1, kGray = 6 };
constexpr int kFastUpsampling = 256;
constexpr int kAccurateDct = 4096;
constexpr int kProgressive = 16384;

struct TurboJpeg {
  void* (*init_decompress)();
  void* (*init_compress)();
  int (*destroy)(void*);
  int (*decompress_header)(void*, const unsigned char*, unsigned long, int*, int*, int*, int*);
  int (*decompress)(void*, const unsigned char*, unsigned long, unsigned char*, int, int, int, int,
                    int);
  int (*decompress_to_planes)(void*, const unsigned char*, unsigned long, unsigned char**, int,
                              int*, int, int);
  int (*compress)(void*, const unsigned char*, int, int, int, int, unsigned char**, unsigned long*,
                  int, int, int);
  int (*compress_planes)(void*, const unsigned char**, int, const int*, int, int, unsigned char**,
                         unsigned long*, int, int);
  unsigned long (*buffer_size)(int, int, int);
  int (*plane_width)(int, int, int);
  int (*plane_height)(int, int, int);
  void (*free)(unsigned char*);
  int (*error_code)(void*);
};

/// Loaded when it is asked for first. Null: it is not there, which stderr has been told.
const TurboJpeg* turbojpeg();

struct DestroyInstance {
  void operator()(void* instance) const { turbojpeg()->destroy(instance); }
};
using TurboInstance = std::unique_ptr<void, DestroyInstance>;

}  // namespace riffle::nvjpeg
