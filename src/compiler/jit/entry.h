// SPDX-License-Identifier: Apache-2.0
// The one door of libriffle_compiler.so. Plain C types: both sides may be built with different LLVM
// or C++ libraries in the process, and nothing but this crosses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/grouping.h"
#include "compiler/launch_shape.h"

namespace riffle::compiler {

/// What kernels say of the memory that they touch (abi/access_abi.h).
enum class AccessNoting : std::uint32_t {
  kOff,
  kNoted,     ///< which bytes
  kChecked,   ///< that too, and whether they may, in front of each access
  kFollowed,  ///< and which thread does it, each being run by itself
};

struct CompileRequest {
  const void* bitcode;
  std::size_t bitcode_bytes;
  std::uint32_t image_flags;
  std::uint32_t optimization_level;
  const char* strategy;  ///< "" or loop, region, simd, fiber
  const char* cpu;       ///< "" for this machine's processor
  std::uint32_t
      width;  ///< threads of a packet that runs no warp operations: 16 to 128; 0: the compiler's choice
  Grouping grouping;
  AccessNoting accesses;
  bool wants_remarks;
  bool wants_object;        ///< false: remarks and dumps are all that is wanted
  const char* steps_off;    ///< optional steps of the compiler to leave out, separated by commas
  bool verifies_steps;      ///< the code is verified after each step
  const char* dump_folder;  ///< where each kernel's code goes behind each pass; "": nowhere
  const char* kernel;       ///< null: the base object
  /// Of a kernel: the launches that the object is for; null: all.
  const LaunchShape* shape;
  /// Of a kernel: asked before code is made, with the hash of all that it depends on in the image. True: the caller
  /// has that object already, and the reply says is_known.
  bool (*is_known)(void* owner, std::uint64_t low, std::uint64_t high);
  /// Asked between steps; true: nobody wants the object any more, and the reply is a failure. May be null.
  bool (*is_cancelled)(void* owner);
  void* owner;
};

struct CompileReply {
  /// A memory file with the shared object, owned by the caller; -1 on failure, and where none is wanted.
  int descriptor;
  bool is_known;
  bool image_is_bad;  ///< the failure is the image's: not bitcode, or not device code
  char* error_text;   ///< from malloc, owned by the caller; null on success
  char* remarks;      ///< lines, from malloc, owned by the caller; null unless they were wanted
};

using CompileFunction = void(const CompileRequest*, CompileReply*);
inline constexpr const char* kCompileSymbol = "riffle_compile";

/// Where in the source the code at `offset` of the object file `path` comes from: "file.cu:12", from
/// malloc; null when that is not known.
using LocateFunction = char*(const char* path, std::uint64_t offset);
inline constexpr const char* kLocateSymbol = "riffle_locate";
inline constexpr const char* kCompilerLibrary = "libriffle_compiler.so";

}  // namespace riffle::compiler
