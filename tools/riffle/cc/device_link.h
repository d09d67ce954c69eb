// SPDX-License-Identifier: Apache-2.0
// The device link: relocatable device code of objects and static libraries becomes one image, in an object
// of its own that any linker takes.
#pragma once

#include <string>
#include <vector>

#include "cc/nvcc_options.h"

namespace riffle::tool {

/// The objects and static libraries on the command line that may hold relocatable device code.
std::vector<std::string> relocatable_inputs(const NvccOptions& options);

/// C source of the object that carries the image in the file `image_path` (empty: none) and defines the
/// functions by which the objects register.
std::string registration_source(const std::string& image_path,
                                const std::vector<std::string>& registrations);

}  // namespace riffle::tool
