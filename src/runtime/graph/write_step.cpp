// SPDX-License-Identifier: Apache-2.0
// From a node's parameters to what its step runs.
#include <cstring>
#include <type_traits>

#include "device/cpu/launch.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/graph/device_node.h"
#include "runtime/graph/lower.h"
#include "runtime/memory/operations.h"
#include "runtime/memory/registry.h"
#include "runtime/memory/transfer.h"
#include "runtime/module/module.h"
#include "runtime/module/prepare_launch.h"

namespace riffle::graph {
namespace {

void put_payload(GraphProgram& program, ProgramStep& step, const void* bytes, std::size_t count) {
  const std::size_t pieces = (count + sizeof(ArenaPiece) - 1) / sizeof(ArenaPiece);
  if (pieces <= step.pieces) {
    std::memcpy(&program.arena[step.place], bytes, count);
    return;
  }
  step.place = program.add_payload(bytes, count);
  step.pieces = static_cast<std::uint16_t>(pieces);
}

void put_range(GraphProgram& program, ProgramStep& step, const engine::RangeOperation& operation,
               const void* payload) {
  put_payload(program, step, payload, operation.payload_bytes);
  step.kind = StepKind::kRange;
  step.run = operation.run;
  step.cost = operation.cost;
  step.units = operation.units;
}

/// A step that kernels may change stays one, whatever the host makes of it.
void note_updatable(GraphProgram& program, ProgramStep& step, const KernelParams& params,
                    const module::Kernel& kernel, const device::KernelPayload& payload) {
  if (params.device_node != nullptr && !step.is_updatable) {
    program.device_nodes.push_back({step.node, params.device_node});
    step.is_updatable = true;
  }
  if (step.is_updatable) program.device_node(step).assign(kernel, payload);
}

Status write(GraphProgram& program, ProgramStep& step, const KernelParams& params) {
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
  const std::size_t head =
      dynamic::is_program(kernel, params.cooperative) ? sizeof(dynamic::ParentLaunch) : 0;
  const std::size_t bytes = head + sizeof(device::KernelPayload) + params.arguments.size();
  std::byte* payload = small;
  if (bytes > sizeof small) {
    large.resize((bytes + sizeof(ArenaPiece) - 1) / sizeof(ArenaPiece));
    payload = large.front().bytes;
  }
  const device::KernelPayload launch = module::prepare_launch(
      kernel, {params.grid, params.block, params.dynamic_shared_bytes, params.cooperative});
  module::write_launch(
      payload + head, launch,
      {reinterpret_cast<const std::byte*>(params.arguments.bytes()), params.arguments.size()});
  note_updatable(program, step, params, kernel,
                 *reinterpret_cast<const device::KernelPayload*>(payload + head));
  if (head != 0) {
    new (payload) dynamic::ParentLaunch{.kernel = &kernel};
    program.may_launch |= (kernel.code->flags & abi::kKernelLaunches) != 0;
    put_payload(program, step, payload, bytes);
    step.kind = StepKind::kParent;
    step.cost = &kernel.cost;
    step.units = params.grid.count();
    return {};
  }
  put_range(program, step,
            {.run = device::run_blocks,
             .cost = &kernel.cost,
             .units = params.grid.count(),
             .payload_bytes = static_cast<std::uint32_t>(bytes)},
            payload);
  return {};
}

Status write(GraphProgram& program, ProgramStep& step, const CopyParams& params) {
  const memory::CopyRequest request = params.request();
  if (request.box.is_empty()) {
    step.kind = StepKind::kNothing;
    return {};
  }
  const memory::PreparedOperation prepared = memory::prepare_copy(request);
  put_range(program, step, prepared.operation, prepared.payload.data());
  return {};
}

Status write(GraphProgram& program, ProgramStep& step, const MemsetParams& params) {
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

Status write(GraphProgram&, ProgramStep& step, const HostParams& params) {
  step.kind = StepKind::kHost;
  step.host = params.function;
  step.user = params.user;
  return {};
}

// Their place, in the lists of what waits and what records, is given when the program is laid out.
Status write(GraphProgram&, ProgramStep& step, const EventWaitParams& params) {
  step.kind = StepKind::kEventWait;
  step.event = params.event;
  return {};
}

Status write(GraphProgram&, ProgramStep& step, const EventRecordParams& params) {
  step.kind = StepKind::kEventRecord;
  step.event = params.event;
  return {};
}

/// A call of `use` with what the program keeps for it.
void put_call(GraphProgram& program, ProgramStep& step, StepKind kind, void (*use)(void*),
              const std::shared_ptr<void>& user) {
  if (step.kind != kind) {
    step.kind = kind;
    step.place = static_cast<std::uint32_t>(program.semaphores.size());
    program.semaphores.emplace_back();
  }
  program.semaphores[step.place] = user;
  step.host = use;
  step.user = user.get();
}

Status write(GraphProgram& program, ProgramStep& step, const SemaphoreSignalParams& params) {
  put_call(program, step, StepKind::kSignal, params.use, params.semaphores);
  return {};
}

Status write(GraphProgram& program, ProgramStep& step, const SemaphoreWaitParams& params) {
  put_call(program, step, StepKind::kAwait, params.use, params.semaphores);
  return {};
}

Status write(GraphProgram& program, ProgramStep& step, const BatchMemOpParams& params) {
  put_call(program, step, StepKind::kAwait, params.run, params.operations);
  return {};
}

enum class Place : std::uint8_t { kArray, kHost, kDevice, kAny };

Place place_of(const CopySide& side, bool is_of_host, memory::Direction direction) {
  if (side.array != 0) return Place::kArray;
  if (direction == memory::Direction::kDefault) return Place::kAny;
  return is_of_host ? Place::kHost : Place::kDevice;
}

/// What a copy was declared to be; hardware does not ask where the memory lies.
std::uint8_t places_of(const CopyParams& copy) {
  using memory::Direction;
  const Direction direction = copy.direction;
  const bool is_from_host =
      direction == Direction::kHostToHost || direction == Direction::kHostToDevice;
  const bool is_to_host =
      direction == Direction::kHostToHost || direction == Direction::kDeviceToHost;
  const auto from = static_cast<unsigned>(place_of(copy.source, is_from_host, direction));
  const auto to = static_cast<unsigned>(place_of(copy.destination, is_to_host, direction));
  return static_cast<std::uint8_t>(from << 4 | to);
}

bool is_same(const memory::CopyExtent& one, const memory::CopyExtent& other) {
  return one.width == other.width && one.height == other.height && one.depth == other.depth;
}

bool is_same(const CopySide& one, const CopySide& other) {
  return one.pointer == other.pointer && one.array == other.array &&
         one.pitch_bytes == other.pitch_bytes && one.height == other.height && one.x == other.x &&
         one.y == other.y && one.z == other.z;
}

bool is_same(const CopyParams& one, const CopyParams& other) {
  return is_same(one.extent, other.extent) && is_same(one.source, other.source) &&
         is_same(one.destination, other.destination);
}

bool has_same_rows(const MemsetParams& one, const MemsetParams& other) {
  return one.width == other.width && one.height == other.height &&
         one.pitch_bytes == other.pitch_bytes && one.element_bytes == other.element_bytes;
}

}  // namespace

bool FixedParams::allows(const FixedParams& other) const {
  if (places != other.places || count != other.count ||
      (rows == nullptr) != (other.rows == nullptr) || (fill == nullptr) != (other.fill == nullptr))
    return false;
  return (rows == nullptr || is_same(*rows, *other.rows)) &&
         (fill == nullptr || has_same_rows(*fill, *other.fill));
}

FixedParams fixed_params(const NodeParams& params) {
  FixedParams fixed;
  if (const auto* const copy = std::get_if<CopyParams>(&params)) {
    fixed.places = places_of(*copy);
    if (copy->extent.rows() > 1) fixed.rows = std::make_shared<const CopyParams>(*copy);
  }
  if (const auto* const fill = std::get_if<MemsetParams>(&params); fill && fill->height > 1)
    fixed.fill = std::make_shared<const MemsetParams>(*fill);
  if (const auto* const signal = std::get_if<SemaphoreSignalParams>(&params))
    fixed.count = signal->handles.size();
  if (const auto* const wait = std::get_if<SemaphoreWaitParams>(&params))
    fixed.count = wait->handles.size();
  if (const auto* const batch = std::get_if<BatchMemOpParams>(&params)) fixed.count = batch->count;
  return fixed;
}

KernelNodeAttributes kernel_attributes(const NodeParams& params) {
  const auto* const kernel = std::get_if<KernelParams>(&params);
  return kernel != nullptr ? KernelNodeAttributes{kernel->priority, kernel->cooperative}
                           : KernelNodeAttributes{};
}

Status write_step(GraphProgram& program, ProgramStep& step, const NodeParams& params) {
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
