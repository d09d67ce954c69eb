// SPDX-License-Identifier: Apache-2.0
#include "api/nvrtc/timing.h"

#include <cstdio>
#include <fstream>

#include "api/nvrtc/options.h"

namespace riffle::nvrtc {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result;
}

}  // namespace

void Timing::end_phase(const char* name) {
  const std::chrono::nanoseconds now = std::chrono::steady_clock::now() - start_;
  const std::chrono::nanoseconds begin =
      phases_.empty() ? std::chrono::nanoseconds(0) : phases_.back().begin + phases_.back().length;
  phases_.push_back({name, begin, now - begin});
}

std::string Timing::table(bool with_title) const {
  std::string text = with_title ? "File name, phase name, metric, unit\n" : "";
  for (const Phase& phase : phases_) {
    const auto ms = std::chrono::round<std::chrono::milliseconds>(phase.length).count();
    text += program_ + ", " + phase.name + ", " + std::to_string(ms) + ", ms\n";
  }
  return text;
}

std::string Timing::trace() const {
  std::string text = "{\"traceEvents\":[";
  for (const Phase& phase : phases_) {
    if (text.back() == '}') text += ',';
    text +=
        "{\"name\":\"" + std::string(phase.name) +
        "\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(phase.begin.count() / 1000) +
        ",\"dur\":" + std::to_string(phase.length.count() / 1000) + ",\"args\":{\"detail\":\"" +
        escaped(program_) + "\"}}";
  }
  return text + "],\"displayTimeUnit\":\"ns\"}\n";
}

nvrtcResult Timing::write(const NvrtcOptions& options, std::string& log) const {
  if (options.time_file == "-") {
    std::fputs(table(true).c_str(), stdout);
  } else if (!options.time_file.empty()) {
    const bool is_new = !std::ifstream(options.time_file).good();
    std::ofstream file(options.time_file, std::ios::app);
    file << table(is_new) << std::flush;
    if (!file) {
      log += "nvrtc: error: failed to open file " + options.time_file + " for writing!\n";
      return NVRTC_ERROR_TIME_FILE_WRITE_FAILED;
    }
  }
  if (!options.time_trace_file.empty()) {
    std::ofstream file(options.time_trace_file, std::ios::trunc);
    file << trace() << std::flush;
    if (!file) {
      log += "nvrtc: error: cannot write " + options.time_trace_file + "\n";
      return NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED;
    }
  }
  return NVRTC_SUCCESS;
}

}  // namespace riffle::nvrtc
