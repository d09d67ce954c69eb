// SPDX-License-Identifier: Apache-2.0
// The driver's functions by name and version.
#pragma once

#include <optional>
#include <string_view>

namespace riffle::api::cuda {

/// The newest function of that name that a program of `version` knows. Nothing: no such name. Null: not yet there.
[[nodiscard]] std::optional<void*> find_procedure(std::string_view name, unsigned version,
                                                  bool is_per_thread);

}  // namespace riffle::api::cuda
