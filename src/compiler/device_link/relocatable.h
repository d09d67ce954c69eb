// SPDX-License-Identifier: Apache-2.0
// Finds the relocatable device code of objects and static libraries.
//
// An object made with -rdc=true has its device images in the section __nv_relfatbin, one behind the other
// (`ld -r` appends them), and a constructor that calls a function __cudaRegisterLinkedBinary<unit>, which
// the device link has to define.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <string>
#include <vector>

#include "compiler/device_link/entry.h"
#include "compiler/image.h"
#include "compiler/spmd/compile_error.h"

namespace riffle::device_link {

inline constexpr const char* kRelocatableSection = "__nv_relfatbin";
inline constexpr const char* kRegistrationPrefix = "__cudaRegisterLinkedBinary";

/// Of PTX text of other compilers, which have optimised it.
inline constexpr std::uint32_t kTextLevel = 3;

struct RelocatableImage {
  compiler::ImageHeader header;
  std::string bitcode;
};

struct RelocatableObject {
  std::string name;  ///< "a.o", or "libx.a:a.o" for a member
  std::vector<RelocatableImage> images;
  std::vector<std::string> registrations;
};

/// The content of an input is not what its header says.
class DamagedInput : public spmd::KernelCompileError {
 public:
  using KernelCompileError::KernelCompileError;
};

/// In the order of `inputs`; every member of a library, as nvlink takes them. Objects without such code, and
/// files that are no objects, are left out. Throws KernelCompileError for what cannot be read
/// (DamagedInput: a fat binary).
std::vector<RelocatableObject> read_relocatable(llvm::ArrayRef<compiler::DeviceLinkInput> inputs);

}  // namespace riffle::device_link
