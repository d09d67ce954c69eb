// SPDX-License-Identifier: Apache-2.0
// `api`: calls that are misused, and errors that the program does not check.
#pragma once

#include "race/tool.h"

namespace riffle::race {

class ApiTool final : public Tool {
 public:
  explicit ApiTool(CheckState& state) : state_(state) {}

  void enqueued(const engine::OperationNotice& notice) override RIFFLE_REQUIRES(check_mutex);
  void wrong_argument_bytes(const char* kernel, std::uint64_t given,
                            std::uint64_t needed) noexcept override RIFFLE_EXCLUDES(check_mutex);
  void call_left(const char* symbol, int result) noexcept override RIFFLE_EXCLUDES(check_mutex);
  void end() override RIFFLE_REQUIRES(check_mutex);

 private:
  CheckState& state_;
};

}  // namespace riffle::race
