// SPDX-License-Identifier: Apache-2.0
// What `riffle cc` says about itself. Each prints and returns the exit code.
#pragma once

namespace riffle::tool {

/// Made from the option table.
int print_cc_help();

/// In the lines that build systems look for in nvcc's version.
int print_cc_version(int cuda_version);

/// The folders of this installation, as `nvcc -v` prints a toolkit's.
void print_toolkit_lines(int cuda_version);

}  // namespace riffle::tool
