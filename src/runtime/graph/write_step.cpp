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

template <class Semaphores>
  requires std::is_base_of_v<SemaphoreParams, Semaphores>
Status write(Program&, Step&, const Semaphores&) {
  return error(Code::kNotSupported, "external semaphores in graphs");
}

/// Different for each kind of memory.
std::uint8_t place_of(const void* pointer) {
  const auto allocation = memory::registry().find(pointer);
  return allocation ? static_cast<std::uint8_t>(allocation->kind) + 1 : 0;
}

}  // namespace

bool TransferShape::allows(const TransferShape& other) const {
  if (destination != other.destination || source != other.source) return false;
  if (box.rows() <= 1 && other.box.rows() <= 1) return true;
  return box.width == other.box.width && box.height == other.box.height &&
         box.depth == other.box.depth;
}

TransferShape shape_of(const NodeParams& params) {
  if (const auto* const copy = std::get_if<CopyParams>(&params)) {
    return {copy->extent, place_of(copy->destination.pointer), place_of(copy->source.pointer)};
  }
  if (const auto* const fill = std::get_if<MemsetParams>(&params)) {
    return {{fill->width * fill->element_bytes, fill->height, 1}, place_of(fill->destination), 0};
  }
  return {};
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
