// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/prepare_launch.h"

#include <cstring>
#include <new>

#include "runtime/module/followed_code.h"
#include "runtime/module/specialise.h"

namespace riffle::module {
namespace {

device::KernelPayload payload_of(const Kernel& kernel, const abi::KernelRow& code,
                                 const LaunchConfiguration& launch, Dim3 block) {
  return {.kernel = &code,
          .grid = launch.grid,
          .block = block,
          .dynamic_shared_bytes = static_cast<std::uint32_t>(launch.dynamic_shared_bytes),
          .device = static_cast<std::int16_t>(kernel.device),
          .cooperative = launch.is_cooperative};
}

}  // namespace

device::KernelPayload prepare_launch(Kernel& kernel, const LaunchConfiguration& launch) noexcept {
  settle_limits(kernel);
  device::KernelPayload payload = payload_of(kernel, code_for(kernel, launch.grid, launch.block),
                                             launch, kernel.block_of_launch(launch.block));
  payload.followed = followed_code_for(kernel);
  return payload;
}

device::KernelPayload prepare_child_launch(Kernel& kernel,
                                           const LaunchConfiguration& launch) noexcept {
  settle_limits(kernel);
  return payload_of(kernel, ready_code_for(kernel, launch.grid, launch.block), launch,
                    launch.block);
}

void write_launch(void* payload, const device::KernelPayload& head, const Kernel& kernel,
                  void* const* arguments) noexcept {
  unsigned char* const out = (new (payload) device::KernelPayload(head))->arguments();
  const abi::ParameterSlot* const parameters = kernel.code->parameters;
  const std::uint32_t count = kernel.code->parameter_count;
  for (std::uint32_t index = 0; index < count; ++index) {
    const abi::ParameterSlot parameter = parameters[index];
    unsigned char* const place = out + parameter.offset;
    const void* const argument = arguments[index];
    switch (parameter.size) {  // a call of memcpy costs more than the copy
      case 1:
        std::memcpy(place, argument, 1);
        break;
      case 2:
        std::memcpy(place, argument, 2);
        break;
      case 4:
        std::memcpy(place, argument, 4);
        break;
      case 8:
        std::memcpy(place, argument, 8);
        break;
      case 16:
        std::memcpy(place, argument, 16);
        break;
      default:
        std::memcpy(place, argument, parameter.size);
        break;
    }
  }
}

void write_launch(void* payload, const device::KernelPayload& head,
                  std::span<const std::byte> arguments) noexcept {
  auto* const written = new (payload) device::KernelPayload(head);
  if (!arguments.empty()) std::memcpy(written->arguments(), arguments.data(), arguments.size());
}

}  // namespace riffle::module
