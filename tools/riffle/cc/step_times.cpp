// SPDX-License-Identifier: Apache-2.0
#include "cc/step_times.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

namespace riffle::tool {
namespace {

double milliseconds(StepTimes::Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace

void StepTimes::begin(int id, StepTime step) { running_[id] = {std::move(step), Clock::now()}; }

void StepTimes::end(int id) {
  const auto found = running_.find(id);
  if (found == running_.end()) return;
  rows_.push_back(
      {std::move(found->second.step), milliseconds(Clock::now() - found->second.begin)});
  running_.erase(found);
}

void StepTimes::add(StepTime step, Clock::duration time) {
  own_milliseconds_ += milliseconds(time);
  rows_.push_back({std::move(step), milliseconds(time)});
}

std::string StepTimes::table(bool heading) const {
  std::string text;
  if (heading) {
    text =
        "source file name , phase name , phase input files , phase output file , arch , tool, "
        "metric , unit\n";
  }
  for (const auto& [step, time] : rows_) {
    text += fmt::format("{} , {} , {} , {} , {} , nvcc , {:.4f} , ms\n", step.source, step.phase,
                        step.inputs, step.output, step.architecture, time);
  }
  return text;
}

Status StepTimes::write(const std::string& path, const std::string& output) {
  const double all = 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  rows_.push_back({{"", "nvcc (driver)", "", output, ""}, std::max(0.0, all - own_milliseconds_)});
  if (path == "-") {
    fmt::print("{}", table(true));
    return {};
  }
  std::error_code missing;
  const auto size = std::filesystem::file_size(path, missing);
  std::ofstream file(path, std::ios::app);
  file << table(missing || size == 0);
  file.flush();
  if (file) return {};
  return error(Code::kOperatingSystem,
               fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

}  // namespace riffle::tool
