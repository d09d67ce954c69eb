// SPDX-License-Identifier: Apache-2.0
#include "cc/plan_text.h"

#include <fmt/format.h>

#include "cc/device_output.h"
#include "install.h"
#include "say.h"

namespace riffle::tool {
namespace {

constexpr const char* kBeginsAssembly = "__asm__(R\"riffle(";
constexpr const char* kEndsAssembly = ".text)riffle\");";

void print_image_line(const Unit& unit, const CompileOptions& options) {
  CommandLine line{installation().executable, "cc", "--riffle-make-image"};
  const Architecture architecture = effective_architecture(options.architectures);
  line.push_back(fmt::format("-arch=sm_{}", architecture.number));
  if (options.relocatable) line.push_back("-rdc=true");
  if (options.device_debug) line.push_back("-G");
  if (options.device_optimize_debug) line.push_back("-dopt=on");
  if (!options.optimize.empty()) line.push_back("-O" + options.optimize);
  if (options.device_output == DeviceOutput::kPtx) line.push_back("-ptx");
  line.insert(line.end(), {unit.bitcode, "-o", unit.host.empty() ? unit.object : unit.image});
  print_line(line);
}

}  // namespace

void print_line(const CommandLine& line) { say("#$ {}\n", quoted(line)); }

void print_unit(const Unit& unit, const CompileOptions& options) {
  if (unit.cuda_code) {
    print_line(unit.device);
    print_image_line(unit, options);
  }
  if (!unit.host.empty()) print_line(unit.host);
  if (!unit.assembly.empty()) {
    say("#$ {{ echo '{}'; cat {}; echo '{}'; }} > {}\n", kBeginsAssembly, quoted({unit.assembly}),
        kEndsAssembly, quoted({unit.object}));
  }
}

void print_device_link(const DeviceLink& link, const CompileOptions& options) {
  CommandLine line{installation().executable, "cc", "-dlink"};
  if (options.device_output != DeviceOutput::kNone)
    line.push_back(std::string("-") + (suffix_of(options.device_output) + 1));
  line.insert(line.end(), link.inputs.begin(), link.inputs.end());
  line.insert(line.end(), {"-o", link.object});
  print_line(line);
}

void print_plan(const Plan& plan, const CompileOptions& options) {
  for (const Unit& unit : plan.units) print_unit(unit, options);
  if (!plan.device_link.object.empty()) print_device_link(plan.device_link, options);
  if (!plan.last.empty()) print_line(plan.last);
}

std::string inline_assembly(std::string_view assembly) {
  return fmt::format("{}\n{}{}\n", kBeginsAssembly, assembly, kEndsAssembly);
}

}  // namespace riffle::tool
