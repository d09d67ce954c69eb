// SPDX-License-Identifier: Apache-2.0
// The toolkit folder: what build systems take for a CUDA toolkit.
#pragma once

#include <string>

#include "base/status.h"

namespace riffle::tool {

/// Writes the toolkit's libcudart.so and libcudart_static.a, by which other linkers bind programs to
/// the runtime where it is, unless they are right already: after an installation was moved they are
/// not. `prefix`: where the installation will be, for packages; empty: where it is.
Status settle_toolkit(const std::string& prefix = {});

}  // namespace riffle::tool
