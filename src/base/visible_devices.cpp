// SPDX-License-Identifier: Apache-2.0
#include "base/visible_devices.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>

namespace riffle {
namespace {

std::optional<std::uint32_t> device_named(std::string_view name, std::uint32_t count) {
  constexpr std::string_view kUuid = "GPU-";
  if (!name.starts_with(kUuid)) {
    std::uint32_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [rest, failure] = std::from_chars(name.data(), end, number);
    const bool is_number = failure == std::errc{} && rest == end;
    return is_number && number < count ? std::optional(number) : std::nullopt;
  }
  std::optional<std::uint32_t> found;
  for (std::uint32_t device = 0; device < count; ++device) {
    if (!uuid_text(device).starts_with(name)) continue;
    if (found) return std::nullopt;
    found = device;
  }
  return found;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::string uuid_text(std::uint32_t device) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "GPU-52696666-6c65-4350-5500-0000000000%02x",
                device & 0xffU);  // the bytes of "RiffleCPU"
  return text.data();
}

std::vector<std::uint32_t> visible_devices(std::string_view list, std::uint32_t count) {
  std::vector<std::uint32_t> visible;
  while (true) {
    const std::size_t comma = list.find(',');
    const auto device = device_named(trimmed(list.substr(0, comma)), count);
    if (!device) return visible;
    if (std::ranges::find(visible, *device) != visible.end()) return {};
    visible.push_back(*device);
    if (comma == std::string_view::npos) return visible;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace riffle
