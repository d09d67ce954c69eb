// SPDX-License-Identifier: Apache-2.0
// The sub-commands of `riffle`. Each takes its arguments without the command's name and returns the
// exit code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace riffle::tool {

/// `called_as`: "nvcc" has it refuse command lines in nvcc's words.
int cc_command(const std::vector<std::string>& arguments, std::string_view called_as = "riffle cc");
int run_command(const std::vector<std::string>& arguments);
/// Links objects for the host, as a build system does that links programs with CUDA code itself.
int host_link_command(const std::vector<std::string>& arguments);
/// Runs a program and shows what it did.
int trace_command(const std::vector<std::string>& arguments);
/// Runs a program and shows what is wrong with it.
int check_command(const std::vector<std::string>& arguments);
/// Runs a program under many schedules and shows one that makes a difference.
int explore_command(const std::vector<std::string>& arguments);
/// Prints the environment in which build systems find Riffle.
int env_command(const std::vector<std::string>& arguments);
/// Runs a program and packs what a maintainer needs to reproduce a bug.
int report_command(const std::vector<std::string>& arguments);
/// Times an ONNX model on TensorRT's interface, beside ONNX Runtime called plainly.
int trt_command(const std::vector<std::string>& arguments);
int info_command(const std::vector<std::string>& arguments);
/// Prints the compute capabilities of the devices, as the program of this name in CUDA's toolkit: 80.
int device_query_command();
/// Looks at the machine's setup and shows what is wrong with it.
int doctor_command(const std::vector<std::string>& arguments);

}  // namespace riffle::tool
