// SPDX-License-Identifier: Apache-2.0
// The seam at which tests make the operating system fail: the N-th request of a kind is refused.
#pragma once

#include <cstdint>

namespace riffle::platform {

enum class Request : std::uint8_t { kPages, kThread, kCount };

/// Refuses the `nth` request from now on (1: the next) and `count - 1` after it; 0 as `nth`: none.
void refuse_requests(Request kind, std::uint64_t nth, std::uint64_t count = 1);
/// How many requests of a kind were made since the last refuse_requests.
[[nodiscard]] std::uint64_t requests_made(Request kind);

/// For the wrappers of the operating system: counts the request, true if it must fail.
[[nodiscard]] bool is_refused(Request kind);

}  // namespace riffle::platform
