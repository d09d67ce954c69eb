// SPDX-License-Identifier: Apache-2.0
#include "cc/used_headers.h"

#include <algorithm>
#include <utility>

#include "base/cache_folder.h"
#include "base/options.h"
#include "cc/ready_headers.h"

namespace riffle::tool {
namespace {

/// How many the cache may have; each has 5 MB.
std::size_t most_headers() {
  return std::min<std::size_t>(24, options_of_programs().cache_bytes >> 25);
}

}  // namespace

void UsedHeaders::find(const LineContext& context) {
  HeaderFolders folders{.ready = ready_headers_folder(), .common = "", .cache = ""};
  if (const std::string cache = cache_folder(options_of_programs());
      !cache.empty() && most_headers() >= 2) {
    CachePlaces places = places_in_cache(cache, "headers");
    folders.common = std::move(places.common);
    folders.cache = std::move(places.own);
  }
  device_ = find_header(context, Side::kDevice, folders);
  if (context.options.phase != Phase::kDeviceCode)
    host_ = find_header(context, Side::kHost, folders);
}

CommandLine UsedHeaders::in_line(CommandLine line, const LineContext& context, Side side) const {
  return with_header(std::move(line), context, side,
                     side == Side::kDevice ? device_.path : host_.path);
}

std::vector<std::string> UsedHeaders::names_not_found(const NvccOptions& options) const {
  std::vector<std::string> paths;
  for (const HeaderState* header : {&device_, &host_}) {
    if (header->path.empty()) continue;
    for (const std::string& folder : folders_of_user(options)) {
      for (const std::string& name : names_in_header(header->path)) {
        if (name != "." && name != "..") paths.push_back(folder + "/" + name);
      }
    }
  }
  return paths;
}

bool UsedHeaders::may_have_failed(const FinishedProcess& finished) const {
  const auto is_named = [&](const HeaderState& header) {
    return !header.path.empty() && finished.messages.contains(header.path);
  };
  const bool uses_one = !device_.path.empty() || !host_.path.empty();
  return finished.exit_code != 0 &&
         (is_named(device_) || is_named(host_) ||
          (uses_one && finished.messages.contains("corrupted precompiled file")));
}

void UsedHeaders::give_up() {
  for (HeaderState* header : {&device_, &host_}) {
    if (!header->path.empty()) given_up_.push_back(std::exchange(header->path, ""));
  }
}

void UsedHeaders::remove_given_up() {
  for (const std::string& path : given_up_) remove_header(path);
  given_up_.clear();
}

void UsedHeaders::make_missing() { make_in_background({device_, host_}, most_headers()); }

}  // namespace riffle::tool
