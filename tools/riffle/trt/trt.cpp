// SPDX-License-Identifier: Apache-2.0
// `riffle trt`: reads the options and becomes the program that measures (src/libraries/tensorrt/measure), which links the runtime; the command itself
// links none.
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "commands.h"
#include "help.h"
#include "install.h"
#include "say.h"

namespace riffle::tool {
namespace {

constexpr int kMostStreams = 256;
constexpr double kMostSeconds = 3600;

int print_help() {
  HelpPage page;
  page.section("NAME").literal("riffle trt - time an ONNX model on TensorRT's interface");
  page.section("SYNOPSIS").literal("riffle trt [--streams N] [--seconds S] [--graph] MODEL.onnx");
  page.section("DESCRIPTION")
      .paragraph(
          "Builds an engine of the model, puts inferences into one stream and into N streams, and "
          "does the same with ONNX Runtime called plainly: with a thread that uses all cores, and "
          "with N threads that use one core each. Prints inferences per second of both, the time "
          "of "
          "cores that one inference uses, the time that loading and the first inference take, and "
          "whether the results have the same bits. "
          "Dimensions that the model leaves open are 1. Models are refused whose outputs have "
          "sizes "
          "that depend on values, or whose inputs or outputs are DOUBLE. ONNX Runtime is found as "
          "docs/tensorrt.md says.");
  page.section("OPTIONS")
      .entry("--streams N", "Also measure N streams at once, each with its context. Default: 1.")
      .entry("--seconds S",
             "How long each measurement takes. It is made in 15 parts, in turn with ONNX Runtime, "
             "and the medians are printed. Default: 1.")
      .entry("--graph", "Capture an inference into a graph, and launch that.")
      .entry("-h, --help", "Print this page.");
  page.section("EXIT STATUS")
      .literal(
          "0  measured, and the results have the same bits\n1  the model is refused, or the "
          "results differ\n2  wrong options");
  fmt::print("{}", page.text());
  return 0;
}

struct TimingRequest {
  std::string model;
  int streams = 1;
  double seconds = 1;
  bool captures = false;
};

template <class Number>
bool read_number(std::string_view text, Number least, Number most, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= least &&
         number <= most;
}

int fail(const std::string& text) {
  say("riffle trt: {}; see 'riffle trt --help'\n", text);
  return 2;
}

/// 0, or the exit code after a message.
int read(const std::vector<std::string>& arguments, TimingRequest& request) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool has_value = i + 1 < arguments.size();
    if (word == "--graph") {
      request.captures = true;
    } else if (word == "--streams") {
      if (!has_value || !read_number(arguments[++i], 1, kMostStreams, request.streams))
        return fail(fmt::format("--streams needs a number from 1 to {}", kMostStreams));
    } else if (word == "--seconds") {
      if (!has_value || !read_number(arguments[++i], 0.0, kMostSeconds, request.seconds))
        return fail(fmt::format("--seconds needs a number from 0 to {}", kMostSeconds));
    } else if (word.starts_with('-')) {
      return fail(fmt::format("unknown option '{}'", word));
    } else if (!request.model.empty()) {
      return fail(fmt::format("expected one model, got '{}' as well", word));
    } else {
      request.model = word;
    }
  }
  return request.model.empty() ? fail("expected a model") : 0;
}

}  // namespace

int trt_command(const std::vector<std::string>& arguments) {
  for (const std::string& word : arguments)
    if (word == "--help" || word == "-h") return print_help();
  TimingRequest request;
  if (const int failed = read(arguments, request); failed != 0) return failed;
  const std::string program = installation().private_folder + "/trt";
  const std::string streams = std::to_string(request.streams);
  const std::string seconds = fmt::format("{}", request.seconds);
  ::execl(program.c_str(), "riffle trt", request.model.c_str(), streams.c_str(), seconds.c_str(),
          request.captures ? "1" : "0", static_cast<char*>(nullptr));
  say("riffle trt: cannot run '{}': {}\n", program, std::strerror(errno));
  return 1;
}

}  // namespace riffle::tool
