// SPDX-License-Identifier: Apache-2.0
#include "cc/plan.h"

#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "cc/device_link.h"
#include "cc/device_output.h"
#include "cc/link_lines.h"
#include "cc/process_group.h"
#include "install.h"
#include "say.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

/// "name.o" for the source "folder/name.cu", in the output folder if there is one.
std::string beside(const NvccOptions& options, const std::string& source, const char* suffix) {
  const std::string name = fs::path(source).stem().string() + suffix;
  return options.output_folder.empty() ? name : (fs::path(options.output_folder) / name).string();
}

std::string with_suffix(const std::string& path, const char* suffix) {
  return fs::path(path).replace_extension(suffix).string();
}

class Planner {
 public:
  Planner(const LineContext& context, std::string folder, bool track_headers)
      : context_(context),
        options_(context.options),
        folder_(std::move(folder)),
        track_headers_(track_headers) {}

  BuildPlan make() {
    BuildPlan plan;
    std::vector<std::string> objects;
    for (const Input& input : options_.inputs) {
      if (input.language == Language::kObject) {
        objects.push_back(input.path);
        continue;
      }
      if (!has_a_part(input)) continue;
      plan.units.push_back(make_unit(input));
      objects.push_back(plan.units.back().object);
    }
    plan_device_link(plan);
    if (!plan.device_link.object.empty()) objects.push_back(plan.device_link.object);
    if (options_.phase == Phase::kLink) {
      plan.output = options_.output.empty() ? in_output_folder(default_program()) : options_.output;
      plan.last = link_line(context_, objects, plan.output);
    } else if (options_.phase == Phase::kLibrary) {
      plan.output = options_.output;
      plan.last = archive_line(context_, objects, plan.output);
    }
    plan.objects = std::move(objects);
    return plan;
  }

 private:
  [[nodiscard]] const char* default_program() const { return options_.shared ? "a.so" : "a.out"; }

  [[nodiscard]] std::string in_output_folder(const std::string& name) const {
    return options_.output_folder.empty() ? name
                                          : (fs::path(options_.output_folder) / name).string();
  }

  [[nodiscard]] std::string default_device_link() const {
    const DeviceOutput kind = options_.device_output;
    return std::string("a_dlink") + (kind == DeviceOutput::kNone ? ".o" : suffix_of(kind));
  }

  /// A link includes a device link when there is relocatable code; -dlink is one in any case.
  void plan_device_link(BuildPlan& plan) {
    const bool only = options_.phase == Phase::kDeviceLink;
    const bool with_link = options_.phase == Phase::kLink && !options_.relocatable_link;
    if (!only && (!with_link || options_.no_device_link)) return;
    DeviceLink link;
    for (const Unit& unit : plan.units) {
      if (unit.cuda_code && options_.relocatable) link.inputs.push_back(unit.object);
    }
    for (std::string& path : relocatable_inputs(options_)) link.inputs.push_back(std::move(path));
    if (link.inputs.empty() && !only) return;
    const std::string stem =
        options_.output.empty() ? "a" : fs::path(options_.output).stem().string();
    link.image = intermediate(stem, "_dlink.image");
    link.source = intermediate(stem, "_dlink.reg.c");
    if (!only) {
      link.object = intermediate(stem, "_dlink.o");
    } else {
      link.object =
          options_.output.empty() ? in_output_folder(default_device_link()) : options_.output;
    }
    link.compile = registration_line(context_, link.source, link.object);
    plan.device_link = std::move(link);
  }

  /// Intermediate file; two sources of one name do not collide.
  std::string intermediate(const std::string& source, const char* suffix) {
    const std::string stem = fs::path(source).stem().string();
    std::string name = stem + suffix;
    for (int i = 2; !used_.insert(name).second; ++i) name = fmt::format("{}-{}{}", stem, i, suffix);
    return (fs::path(folder_) / name).string();
  }

  /// Sources without a device side, and files that the device link reads itself, are no units.
  [[nodiscard]] bool has_a_part(const Input& input) const {
    if (input.language == Language::kDeviceCode) return options_.phase == Phase::kDeviceCode;
    const bool needs_device_side =
        options_.phase == Phase::kDeviceCode || options_.phase == Phase::kHostCode;
    return !needs_device_side || input.language == Language::kCuda;
  }

  [[nodiscard]] bool to_objects() const {
    return options_.phase == Phase::kCompile || options_.phase == Phase::kLink ||
           options_.phase == Phase::kLibrary || options_.phase == Phase::kDeviceLink ||
           options_.phase == Phase::kHostCode;
  }

  std::string object_of(const Input& input) {
    switch (options_.phase) {
      case Phase::kCompile:
        return options_.output.empty() ? beside(options_, input.path, ".o") : options_.output;
      case Phase::kDeviceCode:
        if (options_.output == "-") return "";
        return options_.output.empty()
                   ? beside(options_, input.path, suffix_of(options_.device_output))
                   : options_.output;
      case Phase::kHostCode:
        return options_.output.empty()
                   ? in_output_folder(fs::path(input.path).filename().string() + ".cpp.ii")
                   : options_.output;
      case Phase::kPreprocess:
        return options_.output == "-" ? "" : options_.output;
      case Phase::kDependencies:
        return !options_.dependency_file.empty() ? options_.dependency_file : options_.output;
      default:
        return intermediate(input.path, ".o");
    }
  }

  /// The rule's target as nvcc names it: what the command makes.
  [[nodiscard]] std::string dependency_target(const Input& input) const {
    if (!options_.dependency_targets.empty()) return {};
    const bool named = !options_.output.empty() && options_.phase != Phase::kDependencies;
    return named ? options_.output : beside(options_, input.path, ".o");
  }

  [[nodiscard]] std::string dependency_file(const Input& input) const {
    if (!options_.dependency_file.empty()) return options_.dependency_file;
    return options_.output.empty() ? beside(options_, input.path, ".d")
                                   : with_suffix(options_.output, ".d");
  }

  /// The timeline's file; empty: none.
  [[nodiscard]] std::string device_time_trace() const {
    if (options_.device_time_trace != "-") return options_.device_time_trace;
    return options_.output.empty() ? "trace.json" : with_suffix(options_.output, ".json");
  }

  Unit make_unit(const Input& input) {
    Unit unit;
    unit.source = input.path;
    unit.object = object_of(input);
    const bool device_only = options_.phase == Phase::kDeviceCode;
    unit.cuda_code = input.language == Language::kCuda && (to_objects() || device_only);
    unit.device_code = input.language == Language::kDeviceCode;
    if (unit.device_code) return unit;
    HostRequest request;
    request.source = input.path;
    request.language = input.language;
    request.output = unit.object;
    if (options_.phase == Phase::kHostCode)
      request.output = unit.assembly = intermediate(input.path, ".s");
    request.dependency_target = dependency_target(input);
    if ((to_objects() || device_only) && options_.dependencies_too) {
      unit.host_dependencies = dependency_file(input);
    } else if (track_headers_) {
      unit.host_dependencies = intermediate(input.path, ".host.d");
    }
    request.dependency_file = unit.host_dependencies;
    if (unit.cuda_code) {
      unit.bitcode = intermediate(input.path, ".bc");
      unit.image = intermediate(input.path, ".image");
      if (!unit.host_dependencies.empty() && !device_only)
        unit.device_dependencies = intermediate(input.path, ".device.d");
      unit.device = device_line(context_, input.path, unit.bitcode, unit.device_dependencies);
      if (const std::string trace = device_time_trace(); !trace.empty())
        unit.device.insert(unit.device.end(), {"-Xclang", "-ftime-trace=" + trace});
      if (device_only) {
        add_dependency_options(unit.device, context_, request);
        return unit;
      }
      request.image = kInputPath;
      unit.host_with_pipe = host_line(context_, request);
      request.image = unit.image;
    }
    unit.host = host_line(context_, request);
    return unit;
  }

  const LineContext& context_;
  const NvccOptions& options_;
  std::string folder_;
  bool track_headers_;
  std::set<std::string> used_;
};

}  // namespace

BuildPlan make_plan(const LineContext& context, const std::string& folder, bool track_headers) {
  return Planner(context, folder, track_headers).make();
}

namespace {

constexpr const char* kBeginsAssembly = "__asm__(R\"riffle(";
constexpr const char* kEndsAssembly = ".text)riffle\");";

void print_image_line(const Unit& unit, const NvccOptions& options) {
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

void print_unit(const Unit& unit, const NvccOptions& options) {
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

void print_device_link(const DeviceLink& link, const NvccOptions& options) {
  CommandLine line{installation().executable, "cc", "-dlink"};
  if (options.device_output != DeviceOutput::kNone)
    line.push_back(std::string("-") + (suffix_of(options.device_output) + 1));
  line.insert(line.end(), link.inputs.begin(), link.inputs.end());
  line.insert(line.end(), {"-o", link.object});
  print_line(line);
}

void print_plan(const BuildPlan& plan, const NvccOptions& options) {
  for (const Unit& unit : plan.units) print_unit(unit, options);
  if (!plan.device_link.object.empty()) print_device_link(plan.device_link, options);
  if (!plan.last.empty()) print_line(plan.last);
}

std::string inline_assembly(std::string_view assembly) {
  return fmt::format("{}\n{}{}\n", kBeginsAssembly, assembly, kEndsAssembly);
}

}  // namespace riffle::tool
