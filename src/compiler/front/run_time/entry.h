// SPDX-License-Identifier: Apache-2.0
// The one door of libriffle_front.so: CUDA C++ in memory becomes device code, in this process. Plain C types, as in
// jit/entry.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::compiler {

enum FrontFlags : std::uint32_t {
  kFrontFastMath = 1,
  kFrontFlushDenormals = 2,
  kFrontNoContraction = 4,
  kFrontDebug = 8,
  kFrontRelocatable = 16,
  kFrontDefaultDevice = 32,  ///< what has no annotation is the device's
  kFrontInt128 = 64,
  kFrontNoWarnings = 128,
  kFrontNoMoveForward = 256,
  kFrontNoInitializerList = 512,
  kFrontBriefMessages = 1024,  ///< without the line of the source
  kFrontNoErrorNumbers = 2048,
  kFrontNoSourceFolder = 4096,  ///< "name" is not sought beside the program
  // Known to programs by their macros alone.
  kFrontApproximateDivision = 8192,
  kFrontApproximateRoot = 16384,
  kFrontWholeProgram = 32768,
  kFrontMinimal = 65536,
  kFrontFamily = 131072,  ///< of a family of architectures: sm_100f
};

struct FrontHeader {
  const char* name;  ///< as programs include it
  const char* text;
};

struct FrontStrings {
  const char* const* items;
  std::size_t count;
};

struct FrontRequest {
  const char* name;  ///< of the program, in messages
  const char* source;
  const FrontHeader* headers;
  std::size_t header_count;
  FrontStrings names;          ///< name expressions
  FrontStrings macros;         ///< -DNAME=VALUE and -UNAME, in order
  FrontStrings folders;        ///< searched for headers, in order
  FrontStrings first_headers;  ///< included before the program
  FrontStrings severities;     ///< of NVRTC's warnings by number: s177 suppressed, e177 error, w177
  const char* architecture;    ///< sm_80
  const char* standard;        ///< c++17
  std::uint32_t flags;
  bool (*is_cancelled)(void* owner);  ///< asked now and then; may be null
  /// The precompiled form of Riffle's headers from an earlier process, as it was given to `keep_headers` with this key; from
  /// malloc, the callee's. Null: there is none.
  void* (*find_headers)(const char* key, std::size_t* bytes);
  void (*keep_headers)(const char* key, const void* content, std::size_t bytes);
  void* owner;
};

enum class FrontStatus : std::uint32_t { kDone, kErrors, kCancelled, kFailed };

/// Everything is from malloc and the caller's.
struct FrontReply {
  FrontStatus status;
  void* bitcode;  ///< null unless done
  std::size_t bitcode_bytes;
  char* log;            ///< what a person is told; never null unless out of memory
  char* lowered_names;  ///< one per line, in the order of `names`
  char* files;          ///< paths of the files of this machine that were read, one per line
};

using FrontFunction = void(const FrontRequest*, FrontReply*);
inline constexpr const char* kFrontSymbol = "riffle_front";
inline constexpr const char* kFrontLibrary = "libriffle_front.so";

}  // namespace riffle::compiler
