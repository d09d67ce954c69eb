// SPDX-License-Identifier: Apache-2.0
// From a node's parameters to what its step runs.
#include <cstring>
#include <type_traits>

#include "device/cpu/launch.h"
#include "runtime/graph/lower.h"
#include "runtime/memory/operations.h"
#include "runtime/memory/registry.h"
#include "runtime/memory/transfer.h"
#include "runtime/module/module.h"

namespace riffle::graph {
namespace {

void put_payload(Program& program, Step& step, const void* bytes, std::size_t count) {
  const std::size_t pieces = (count + sizeof(ArenaPiece) - 1) / sizeof(ArenaPiece);
  if (pieces <= step.pieces) {
    std::memcpy(&program.arena[step.place], bytes, count);
    return;
  }
  step.place = program.add_payload(bytes, count);
  step.pieces = static_cast<std::uint16_t>(pieces);
}

void put_range(Program& program, Step& step, const engine::RangeOperation& operation,
               const void* payload) {
  put_payload(program, step, payload, operation.payload_bytes);
  step.kind = StepKind::kRange;
  step.run = operation.run;
  step.cost = operation.cost;
  step.units = operation.units;
}

Status write(Program& program, Step& step, const KernelParams& params) {
  const auto found = module::kernel_for(params.function, params.device);
  if (!found) return std::unexpected(found.error());
  module::Kernel& kernel = **found;
  if (Status checked =
          module::check_launch(kernel, params.grid, params.block, params.dynamic_shared_bytes);
      !checked)
    return checked;
  if (params.arguments.size() != kernel.code->argument_bytes)
    return error(Code::kInvalidValue,
                 std::string("arguments that are not those of ") + kernel.name());
  alignas(16) std::byte small[512];
  std::vector<ArenaPiece> large;
  const std::size_t bytes = sizeof(device::KernelPayload) + params.arguments.size();
  std::byte* payload = small;
  if (bytes > sizeof small) {
    large.resize((bytes + sizeof(ArenaPiece) - 1) / sizeof(ArenaPiece));
    payload = large.front().bytes;
  }
  new (payload) device::KernelPayload{.kernel = kernel.code,
                                      .grid = params.grid,
                                      .block = params.block,
                                      .dynamic_shared_bytes = params.dynamic_shared_bytes,
                                      .cooperative = params.cooperative};
  if (params.arguments.size() != 0)
    std::memcpy(payload + sizeof(device::KernelPayload), params.arguments.bytes(),
                params.arguments.size());
  put_range(program, step,
            {.run = params.cooperative ? device::run_grid : device::run_blocks,
             .cost = &kernel.cost,
             .units = params.cooperative ? 1 : params.grid.count(),
             .payload_bytes = static_cast<std::uint32_t>(bytes)},
            payload);
  return {};
}

Status write(Program& program, Step& step, const CopyParams& params) {
  const memory::CopyRequest request = params.request();
  if (request.box.is_empty()) {
    step.kind = StepKind::kNothing;
    return {};
  }
  const memory::PreparedOperation prepared = memory::prepare_copy(request);
  put_range(program, step, prepared.operation, prepared.payload.data());
  return {};
}

Status write(Program& program, Step& step, const MemsetParams& params) {
  const memory::FillRequest request{.destination = params.destination,
                                    .box = {params.width * params.element_bytes, params.height, 1},
                                    .layout = {params.pitch_bytes, 0},
                                    .value = params.value,
                                    .element_bytes = params.element_bytes};
  if (request.box.is_empty()) {
    step.kind = StepKind::kNothing;
    return {};
  }
  if (Status good = memory::check_fill(memory::registry(), request); !good) return good;
  const memory::PreparedOperation prepared = memory::prepare_fill(request);
  put_range(program, step, prepared.operation, prepared.payload.data());
  return {};
}

Status write(Program&, Step& step, const HostParams& params) {
  step.kind = StepKind::kHost;
  step.host = params.function;
  step.user = params.user;
  return {};
}

// Their place, in the lists of what waits and what records, is given when the program is laid out.
Status write(Program&, Step& step, const EventWaitParams& params) {
  step.kind = StepKind::kEventWait;
  step.event = params.event;
  return {};
}

Status write(Program&, Step& step, const EventRecordParams& params) {
  step.kind = StepKind::kEventRecord;
  step.event = params.event;
  return {};
}

void put_semaphores(Program& program, Step& step, StepKind kind, const SemaphoreParams& params) {
  if (step.kind != kind) {
    step.kind = kind;
    step.place = static_cast<std::uint32_t>(program.semaphores.size());
    program.semaphores.emplace_back();
  }
  program.semaphores[step.place] = params.semaphores;
  step.host = params.use;
  step.user = params.semaphores.get();
}

Status write(Program& program, Step& step, const SemaphoreSignalParams& params) {
  put_semaphores(program, step, StepKind::kSignal, params);
  return {};
}

Status write(Program& program, Step& step, const SemaphoreWaitParams& params) {
  put_semaphores(program, step, StepKind::kAwait, params);
  return {};
}

/// Different for each kind of memory.
std::uint8_t place_of(const void* pointer) {
  const auto allocation = memory::registry().find(pointer);
  return allocation ? static_cast<std::uint8_t>(allocation->kind) + 1 : 0;
}

}  // namespace

bool FixedParams::allows(const FixedParams& other) const {
  if (place != other.place || count != other.count) return false;
  if (box.rows() <= 1 && other.box.rows() <= 1) return true;
  return box.width == other.box.width && box.height == other.box.height &&
         box.depth == other.box.depth;
}

// Hardware asks what a copy was declared to be, not where its memory lies.
FixedParams fixed_params(const NodeParams& params) {
  if (const auto* const copy = std::get_if<CopyParams>(&params))
    return {.box = copy->extent, .place = static_cast<std::uint8_t>(copy->direction)};
  if (const auto* const fill = std::get_if<MemsetParams>(&params)) {
    return {.box = {fill->width * fill->element_bytes, fill->height, 1},
            .place = place_of(fill->destination)};
  }
  if (const auto* const signal = std::get_if<SemaphoreSignalParams>(&params))
    return {.count = signal->handles.size()};
  if (const auto* const wait = std::get_if<SemaphoreWaitParams>(&params))
    return {.count = wait->handles.size()};
  return {};
}

KernelAttributes kernel_attributes(const NodeParams& params) {
  const auto* const kernel = std::get_if<KernelParams>(&params);
  return kernel != nullptr ? KernelAttributes{kernel->priority, kernel->cooperative}
                           : KernelAttributes{};
}

Status write_step(Program& program, Step& step, const NodeParams& params) {
  return std::visit(
      [&]<class T>(const T& value) -> Status {
        if constexpr (requires { write(program, step, value); }) {
          return write(program, step, value);
        } else {
          step.kind = StepKind::kNothing;
          return {};
        }
      },
      params);
}

}  // namespace riffle::graph
