// SPDX-License-Identifier: Apache-2.0
// Device and host side of a source run at the same time: the host side needs the device image only
// when it generates code, and reads it then from a pipe. When the device side fails the host side
// is stopped, so that an error of a file both sides read appears once.
#include "cc/compilation.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <thread>

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cc/cc_help.h"
#include "cc/compiler_library.h"
#include "cc/device_link.h"
#include "cc/device_output.h"
#include "cc/diagnostics.h"
#include "cc/failures.h"
#include "cc/host_options.h"
#include "cc/inputs.h"
#include "cc/plan.h"
#include "cc/process_group.h"
#include "cc/second_look.h"
#include "cc/standard_input.h"
#include "cc/step_times.h"
#include "cc/temporary_folder.h"
#include "cc/unit_files.h"
#include "cc/used_headers.h"
#include "compiler/front/second_look.h"
#include "file.h"
#include "held_signals.h"
#include "install.h"
#include "say.h"

namespace riffle::tool {
namespace {

/// nvcc's exit code when nvlink fails.
constexpr int kLinkFailed = 255;

/// Where a unit is. Messages are kept until the units before it have printed theirs.
struct UnitState {
  int device_process = -1;
  int host_process = -1;
  std::string device_messages;
  std::string host_messages;
  bool device_failed = false;
  bool failed = false;
  bool started = false;
  bool started_over = false;  ///< without precompiled headers
  int looks = 0;              ///< told what that many compilations before have found
  std::string image;          ///< kept if the kernel compiler is to be looked into
  [[nodiscard]] bool done() const { return started && device_process < 0 && host_process < 0; }
};

/// As nvcc's table has several files.
std::string joined(const std::vector<std::string>& files) {
  return fmt::format("{}", fmt::join(files, " "));
}

class Compilation {
 public:
  Compilation(const NvccOptions& options, const CompilationRequest& request,
              std::string standard_input)
      : options_(options), request_(request), standard_input_(std::move(standard_input)) {}

  CompilationResult run() {
    if (Status status = prepare(); !status) return failure(status.error());
    if (options_.verbose || options_.dry_run) print_toolkit_lines(options_.cuda_version);
    if (options_.dry_run) {
      print_plan(plan_, options_);
      return {};
    }
    if (options_.clean) {
      remove_outputs(plan_, folder_.path());
      return {};
    }
    // Clang takes what a precompiled header was made of for the user's.
    if (!options_.user_dependencies_only && std::ranges::any_of(plan_.units, &Unit::cuda_code))
      headers_.find(line_context());
    if (Status status = run_units(); !status) return failure(status.error());
    if (!failed_ && !plan_.device_link.object.empty()) {
      if (Status status = run_device_link(); !status) return failure(status.error());
    }
    if (!failed_ && !plan_.last.empty()) {
      if (Status status = run_last(); !status) return failure(status.error());
    }
    CompilationResult result;
    result.exit_code = failed_ ? exit_code_ : 0;
    result.output = plan_.output;
    if (!failed_ && request_.record_inputs && standard_input_.empty())
      result.inputs = record_.inputs(options_, plan_, headers_, folder_.path());
    if (!options_.time_file.empty()) {
      if (Status status = times_.write(options_.time_file, plan_.output); !status)
        return failure(status.error());
    }
    headers_.make_missing();
    return result;
  }

 private:
  Status prepare() {
    Result<Toolchain> toolchain = find_toolchain();
    if (!toolchain) return std::unexpected(toolchain.error());
    toolchain_ = *toolchain;
    if (options_.keep) {
      if (Status status =
              folder_.keep_in(options_.keep_folder.empty() ? "." : options_.keep_folder);
          !status) {
        return status;
      }
    } else if (!options_.dry_run) {
      if (Status status = folder_.create(); !status) return status;
    }
    const std::string folder =
        options_.dry_run && !options_.keep ? "/tmp/riffle-dryrun" : folder_.path();
    plan_ = make_plan(line_context(), folder, request_.record_inputs);
    for (Unit& unit : plan_.units) {
      if (unit.source == standard_input_) include_from_current_folder(unit);
    }
    states_.resize(plan_.units.size());
    return request_.record_inputs ? record_.start(processes_) : Status{};
  }

  [[nodiscard]] LineContext line_context() const {
    return {options_,
            toolchain_,
            installation().include_folder,
            installation().library_folder,
            isatty(STDERR_FILENO) == 1,
            installation().toolkit_folder};
  }

  CompilationResult failure(const Error& error) {
    CompilationResult result;
    result.signal = processes_.interrupted_by();
    result.exit_code = result.signal != 0 ? 128 + result.signal : exit_code_;
    if (result.signal != 0) return result;
    for (const std::string& line : lines_of(error.text)) say("riffle cc: {}\n", line);
    return result;
  }

  [[nodiscard]] std::size_t process_limit() const {
    const unsigned cores =
        options_.threads != 0 ? options_.threads : std::thread::hardware_concurrency();
    return std::max(cores, 2U);  // both sides of one source
  }

  Status run_units() {
    std::size_t next = 0;
    std::size_t printed = 0;
    while (true) {
      while (next < states_.size() && !failed_ && processes_.running() + 2 <= process_limit()) {
        if (Status status = start_unit(next++); !status) return status;
      }
      if (processes_.running() == 0) return {};
      Result<FinishedProcess> finished = processes_.wait();
      if (!finished) return std::unexpected(finished.error());
      if (Status status = advance(*finished); !status) return status;
      while (printed < states_.size() && states_[printed].done()) report(states_[printed++]);
    }
  }

  Status start_unit(std::size_t index) {
    const Unit& unit = plan_.units[index];
    UnitState& state = states_[index];
    if (options_.verbose) print_unit(unit, options_);
    state.started = true;
    if (unit.cuda_code) {
      Result<int> device =
          processes_.start(headers_.in_line(unit.device, line_context(), Side::kDevice), false);
      if (!device) return std::unexpected(device.error());
      state.device_process = *device;
      times_.begin(*device,
                   {unit.source, "clang (device)", unit.source, unit.bitcode, architecture()});
    }
    if (unit.device_code) return convert(options_, unit);
    if (unit.host.empty()) return {};
    Result<int> host = processes_.start(
        unit.cuda_code ? headers_.in_line(unit.host_with_pipe, line_context(), Side::kHost)
                       : unit.host,
        unit.cuda_code);
    if (!host) return std::unexpected(host.error());
    state.host_process = *host;
    times_.begin(*host, {unit.source, "clang (host)", unit.source, unit.object, ""});
    return {};
  }

  Status advance(const FinishedProcess& finished) {
    times_.end(finished.id);
    for (std::size_t i = 0; i < states_.size(); ++i) {
      UnitState& state = states_[i];
      const bool is_of_unit =
          state.host_process == finished.id || state.device_process == finished.id;
      if (is_of_unit && !state.started_over && headers_.may_have_failed(finished)) {
        headers_.give_up();
        return restart(i, true, state.looks);
      }
      if (is_of_unit && finished.exit_code != 0 && state.looks < front::kMostLooks) {
        const CommandLine given = second_look(finished.messages, plan_.units[i].device);
        if (!given.empty()) return look_again(i, given);
      }
      if (state.host_process == finished.id) {
        state.host_process = -1;
        state.host_messages = finished.messages;
        if (finished.exit_code != 0) state.failed = true;
        if (!state.device_failed) explain_crash(finished, plan_.units[i].source);
        return {};
      }
      if (state.device_process == finished.id) {
        state.device_process = -1;
        state.device_messages = finished.messages;
        explain_crash(finished, plan_.units[i].source);
        return finish_device(plan_.units[i], state, finished.exit_code);
      }
    }
    return {};
  }

  /// A unit whose compilation has found what the next one needs to know.
  Status look_again(std::size_t index, const CommandLine& given) {
    Unit& unit = plan_.units[index];
    for (CommandLine* line : {&unit.device, &unit.host, &unit.host_with_pipe}) {
      if (!line->empty()) line->insert(line->end(), given.begin(), given.end());
    }
    return restart(index, states_[index].started_over, states_[index].looks + 1);
  }

  Status restart(std::size_t index, bool started_over, int looks) {
    UnitState& state = states_[index];
    for (const int process : {state.device_process, state.host_process})
      processes_.terminate(process);
    state = {};
    state.started_over = started_over;
    state.looks = looks;
    return start_unit(index);
  }

  Status finish_device(const Unit& unit, UnitState& state, int exit_code) {
    if (exit_code != 0) {
      state.failed = true;
      state.device_failed = true;
      if (state.host_process >= 0) processes_.terminate(state.host_process);
      return {};
    }
    const StepTimes::Clock::time_point begin = StepTimes::Clock::now();
    Result<std::string> image = make_device_image(unit.bitcode, options_);
    if (!image) return std::unexpected(image.error());
    times_.add({unit.source, "device image", unit.bitcode, unit.image, architecture()},
               StepTimes::Clock::now() - begin);
    if (looks_inside() && !options_.relocatable) state.image = *image;
    if (unit.host.empty()) return write_device_code(options_, *image, unit.source, unit.object);
    if (options_.keep) {
      if (Status status = write_file(unit.image, *image); !status) return status;
    }
    processes_.feed(state.host_process, std::move(*image));
    return {};
  }

  void report(UnitState& state) {
    const Unit& unit = plan_.units[static_cast<std::size_t>(&state - states_.data())];
    if (state.failed) {
      std::string& errors = state.device_failed ? state.device_messages : state.host_messages;
      errors = failures_.explained(std::move(errors), toolchain_, folder_.path(), unit.object);
    }
    // What a stopped host side had to say is the device side's errors again.
    say_text(
        merged_diagnostics(state.device_messages, state.device_failed ? "" : state.host_messages));
    if (state.failed && !failed_) {
      const bool both = unit.cuda_code && !unit.host.empty();
      exit_code_ =
          both ? exit_code_of(state.device_failed ? state.device_messages : state.host_messages)
               : 1;
    }
    if (state.failed) failed_ = true;
    if (!state.failed && state.started_over) headers_.remove_given_up();
    if (!state.failed && !state.image.empty()) tell_about(state.image);
    if (!state.failed && !unit.assembly.empty()) finish(write_host_code(unit));
    if (state.failed && options_.phase == Phase::kCompile) {
      remove_partial(unit.object);
      remove_unrenamed(unit.object);
    }
    if (!state.failed && options_.dependencies_too) finish(finish_rule(unit));
  }

  /// The unit's last steps do not stop the others.
  void finish(const Status& status) {
    if (status) return;
    say("riffle cc: {}\n", status.error().text);
    failed_ = true;
  }

  [[nodiscard]] bool looks_inside() const { return options_.remarks || !options_.dump_ir.empty(); }

  /// What becomes of kernels is found out here for its own sake: programs compile them when they load them.
  void tell_about(const std::string& image) {
    const Result<std::string> remarks = look_inside(image, options_);
    if (remarks) return say_text(*remarks);
    say("riffle cc: warning: cannot print remarks on kernels: {}\n", remarks.error().text);
  }

  Status run_device_link() {
    const DeviceLink& link = plan_.device_link;
    if (options_.verbose) print_device_link(link, options_);
    const StepTimes::Clock::time_point begin = StepTimes::Clock::now();
    Result<compiler::LinkedDeviceCode> linked = link_device_code(link.inputs);
    times_.add({"", "device link", joined(link.inputs), link.object, architecture()},
               StepTimes::Clock::now() - begin);
    if (!linked) {
      exit_code_ = kLinkFailed;
      return std::unexpected(linked.error());
    }
    if (looks_inside() && !linked->image.empty()) tell_about(linked->image);
    if (options_.device_output != DeviceOutput::kNone) {
      if (linked->image.empty())
        return error(Code::kInvalidValue, "found no relocatable device code to link");
      return write_device_code(options_, linked->image, "a device link", link.object);
    }
    if (!linked->image.empty()) {
      if (Status status = write_file(link.image, linked->image); !status) return status;
    }
    const std::string source =
        registration_source(linked->image.empty() ? "" : link.image, linked->registrations);
    if (Status status = write_file(link.source, source); !status) return status;
    return run_process(link.compile, {"", "clang (device link)", link.source, link.object, ""});
  }

  [[nodiscard]] std::string architecture() const {
    return fmt::format("compute_{}", effective_architecture(options_.architectures).number);
  }

  Status run_process(const CommandLine& line, StepTime step) {
    Result<int> process = processes_.start(line, false);
    if (!process) return std::unexpected(process.error());
    times_.begin(*process, std::move(step));
    Result<FinishedProcess> finished = processes_.wait();
    if (!finished) return std::unexpected(finished.error());
    times_.end(finished->id);
    if (finished->exit_code != 0) failed_ = true;
    if (failed_ && (finished->messages.contains("Bus error") ||
                    finished->messages.contains("No space left on device")))
      return no_space_left(folder_.path(), plan_.output);
    if (finished->exit_code != 0)
      finished->messages = failures_.explained(std::move(finished->messages), toolchain_,
                                               folder_.path(), plan_.output);
    say_text(without(finished->messages, folder_.path() + "/"));
    return {};
  }

  Status run_last() {
    if (options_.verbose) print_line(plan_.last);
    // ar adds to what is there; a library is made anew.
    if (options_.phase == Phase::kLibrary) remove_partial(plan_.output);
    const char* const phase = options_.phase == Phase::kLibrary ? "ar" : "clang (linking)";
    return run_process(plan_.last, {"", phase, joined(plan_.objects), plan_.output, ""});
  }

  HeldSignals held_;  ///< outlives the temporary folder
  const NvccOptions& options_;
  CompilationRequest request_;
  std::string standard_input_;  ///< the source that was read there; empty: none
  Toolchain toolchain_;
  TemporaryFolder folder_;
  InputRecord record_;
  BuildPlan plan_;
  std::vector<UnitState> states_;
  UsedHeaders headers_;
  bool failed_ = false;
  int exit_code_ = 1;  ///< of a failure
  Failures failures_;
  ProcessGroup processes_;
  StepTimes times_;
};

}  // namespace

CompilationResult compile(const NvccOptions& given, const CompilationRequest& request) {
  const HeldSignals held;
  TemporaryFolder folder;
  NvccOptions options = given;
  options.warnings.clear();
  const Result<std::string> standard_input = keep_standard_input(options, folder);
  Status ready = standard_input ? Status() : std::unexpected(standard_input.error());
  if (const Result<Toolchain> toolchain = find_toolchain(); toolchain && ready)
    ready = drop_options_of_gcc(options, *toolchain);
  if (!ready) {
    say("riffle cc: {}\n", ready.error().text);
    CompilationResult failed;
    failed.exit_code = 1;
    return failed;
  }
  for (const std::string& warning : options.warnings) {
    if (!options.no_warnings) say("riffle cc: warning: {}\n", warning);
  }
  return Compilation(options, request, *standard_input).run();
}

}  // namespace riffle::tool
