// SPDX-License-Identifier: Apache-2.0
// Names of devices as if they were PCI cards: device N is bus N + 1, slot 0 of domain 0.
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>

#include "api/cudart/entry.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

constexpr int kNameBytes = 13;  // "0000:01:00.0" and its end

// The bus of "domain:bus:slot.function" or "bus:slot.function", either without the function; -1 when
// it is none of ours, nothing when the text is no such name.
std::optional<int> bus_of(std::string_view text) {
  std::array<unsigned, 3> numbers{};
  std::size_t count = 0;
  const char* position = text.data();
  const char* const end = text.data() + text.size();
  while (count < numbers.size()) {
    const auto [rest, status] = std::from_chars(position, end, numbers[count], 16);
    if (status != std::errc{}) return std::nullopt;
    ++count;
    position = rest;
    if (position == end || *position != ':') break;
    ++position;
  }
  if (count < 2) return std::nullopt;
  const bool has_domain = count == 3;
  const unsigned domain = has_domain ? numbers[0] : 0;
  const unsigned bus = numbers[has_domain ? 1 : 0];
  const unsigned slot = numbers[has_domain ? 2 : 1];
  unsigned function = 0;
  if (position != end && *position == '.') std::from_chars(position + 1, end, function, 16);
  const bool is_ours = domain == 0 && slot == 0 && function == 0 && bus <= 0xff;
  return is_ours ? static_cast<int>(bus) : -1;
}

}  // namespace

cudaError_t device_get_pci_bus_id(char* pciBusId, int len, int device) {
  if (pciBusId == nullptr) return cudaErrorInvalidValue;
  if (!is_device(device)) return cudaErrorInvalidDevice;
  if (len < kNameBytes) return cudaErrorInvalidValue;
  std::snprintf(pciBusId, static_cast<std::size_t>(len), "0000:%02X:00.0",
                static_cast<unsigned>(context::number_in_machine(device) + 1) & 0xff);
  return cudaSuccess;
}

cudaError_t device_get_by_pci_bus_id(int* device, const char* pciBusId) {
  if (device == nullptr || pciBusId == nullptr) return cudaErrorInvalidValue;
  const auto bus = bus_of(pciBusId);
  if (!bus) return cudaErrorInvalidValue;
  for (int index = 0; index < device_count(); ++index) {
    if (context::number_in_machine(index) != *bus - 1) continue;
    *device = index;
    return cudaSuccess;
  }
  return cudaErrorInvalidDevice;
}

}  // namespace riffle::api::cudart
