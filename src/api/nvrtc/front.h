// SPDX-License-Identifier: Apache-2.0
// The front end's library as values: programs in, images and messages out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "api/nvrtc/options.h"
#include "api/nvrtc/program.h"

namespace riffle::nvrtc {

struct TranslationUnit {
  const std::string& source;
  const std::string& name;
  const std::vector<Header>& headers;
  const std::vector<std::string>& names;
};

struct FrontResult {
  nvrtcResult result;
  Output output;
};

/// In this process, by libriffle_front.so. `is_cancelled` is asked now and then.
FrontResult compile(const TranslationUnit& unit, const NvrtcOptions& options,
                    const std::function<bool()>& is_cancelled);

/// PTX for an image, with the image in its comments, as riffle cc -ptx writes it; from the cache if it is there.
Result<std::string> ptx_of(const std::string& image, const std::string& name, bool uses_cache);

}  // namespace riffle::nvrtc
