// SPDX-License-Identifier: Apache-2.0
// One link: inputs, then the image, which is read until the link is destroyed.
#pragma once

#include <nvJitLink.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "api/nvjitlink/options.h"
#include "base/mutex.h"
#include "compiler/link_device_code.h"

namespace riffle::nvjitlink {

/// Thread-safe: nvJitLink leaves the order of one link's calls to its callers, but does not ask for one thread.
class Link {
 public:
  explicit Link(ParsedOptions parsed);

  [[nodiscard]] nvJitLinkResult add(nvJitLinkInputType type, std::span<const std::byte> code,
                                    const std::string& name);
  [[nodiscard]] nvJitLinkResult add_file(nvJitLinkInputType type, const std::string& path);
  [[nodiscard]] nvJitLinkResult complete();

  /// What was linked. Errors: NVJITLINK_ERROR_INTERNAL before that; of PTX also NVJITLINK_ERROR_INVALID_INPUT unless it was
  /// asked for.
  [[nodiscard]] nvJitLinkResult image(std::string& to);
  [[nodiscard]] nvJitLinkResult ptx(std::string& to);
  [[nodiscard]] std::string errors();

 private:
  nvJitLinkResult refuse(nvJitLinkResult result, const std::string& text) RIFFLE_REQUIRES(mutex_);

  Mutex mutex_;
  const ParsedOptions parsed_;
  std::vector<compiler::LinkInput> inputs_ RIFFLE_GUARDED_BY(mutex_);
  std::string image_ RIFFLE_GUARDED_BY(mutex_);
  std::string errors_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::nvjitlink
