// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/base/loggers.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace riffle::tensorrt {
namespace {

struct Loggers {
  std::mutex mutex;
  std::vector<nvinfer1::ILogger*> all;
};

Loggers& loggers() {
  // Never destroyed: programs' static objects may have builders and runtimes.
  static auto& loggers = *new Loggers;
  return loggers;
}

}  // namespace

RegisteredLogger::RegisteredLogger(nvinfer1::ILogger* logger) : logger_(logger) {
  const std::lock_guard lock(loggers().mutex);
  loggers().all.push_back(logger);
}

RegisteredLogger::~RegisteredLogger() {
  const std::lock_guard lock(loggers().mutex);
  auto& all = loggers().all;
  all.erase(std::ranges::find(all, logger_));
}

nvinfer1::ILogger* RegisteredLogger::first() {
  const std::lock_guard lock(loggers().mutex);
  return loggers().all.empty() ? nullptr : loggers().all.front();
}

}  // namespace riffle::tensorrt
