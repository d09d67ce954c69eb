// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace riffle::front {

/// Options of clang that turn on what is off by default, and of which NVIDIA's front end warns.
inline constexpr const char* kWarningOptions[] = {"-Wunused-variable",
                                                  "-Wunused-function",
                                                  "-Wunused-const-variable",
                                                  "-Wunused-label",
                                                  "-Wunused-but-set-variable",
                                                  "-Wuninitialized",
                                                  "-Wignored-qualifiers",
                                                  "-Wtautological-unsigned-zero-compare",
                                                  "-Wno-unneeded-internal-declaration"};

}  // namespace riffle::front
