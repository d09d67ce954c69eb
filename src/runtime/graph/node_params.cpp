// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/node_params.h"

#include <cstring>

namespace riffle::graph {
namespace {

constexpr NodeKind kKinds[] = {
    NodeKind::kKernel,        NodeKind::kCopy,        NodeKind::kMemset,
    NodeKind::kHost,          NodeKind::kChildGraph,  NodeKind::kEmpty,
    NodeKind::kEventWait,     NodeKind::kEventRecord, NodeKind::kSemaphoreSignal,
    NodeKind::kSemaphoreWait, NodeKind::kAllocation,  NodeKind::kFree,
    NodeKind::kConditional,
};
static_assert(std::size(kKinds) == std::variant_size_v<NodeParams>);

constexpr std::size_t round_to_4(std::size_t bytes) { return (bytes + 3) & ~std::size_t{3}; }

std::size_t offset_of(const CopySide& side) {
  return (side.z * side.height + side.y) * side.pitch_bytes + side.x;
}

CopySide side_of(char* pointer, const memory::Layout& layout, const memory::Box& box) {
  CopySide side{.pointer = pointer, .pitch_bytes = layout.row_pitch_bytes, .row_bytes = box.width};
  side.height = box.depth > 1 && layout.row_pitch_bytes != 0
                    ? layout.slice_pitch_bytes / layout.row_pitch_bytes
                    : box.height;
  return side;
}

}  // namespace

NodeKind kind_of(const NodeParams& params) { return kKinds[params.index()]; }

Arguments::Arguments(const abi::Kernel& kernel, const void* const* values)
    : size_(kernel.argument_bytes), count_(kernel.parameter_count) {
  if (count_ == 0) return;
  block_.reset(new std::byte[block_bytes()]);
  for (std::uint32_t index = 0; index < count_; ++index) {
    const abi::Parameter& parameter = kernel.parameters[index];
    std::memcpy(block_.get() + parameter.offset, values[index], parameter.size);
    offsets()[index] = parameter.offset;
  }
}

Arguments::Arguments(const Arguments& other) : size_(other.size_), count_(other.count_) {
  if (other.block_ == nullptr) return;
  block_.reset(new std::byte[block_bytes()]);
  std::memcpy(block_.get(), other.block_.get(), block_bytes());
}

Arguments& Arguments::operator=(const Arguments& other) {
  if (this != &other) *this = Arguments(other);
  return *this;
}

std::size_t Arguments::block_bytes() const {
  return round_to_4(size_) + count_ * sizeof(std::uint32_t);
}

std::uint32_t* Arguments::offsets() const {
  return reinterpret_cast<std::uint32_t*>(block_.get() + round_to_4(size_));
}

void** Arguments::pointers() const {
  if (count_ == 0) return nullptr;
  if (pointers_ == nullptr) {
    pointers_.reset(new void*[count_]);
    for (std::uint32_t index = 0; index < count_; ++index)
      pointers_[index] = block_.get() + offsets()[index];
  }
  return pointers_.get();
}

memory::CopyRequest CopyParams::request() const {
  return {
      .destination = destination.pointer + offset_of(destination),
      .source = source.pointer + offset_of(source),
      .box = extent,
      .destination_layout = {destination.pitch_bytes, destination.pitch_bytes * destination.height},
      .source_layout = {source.pitch_bytes, source.pitch_bytes * source.height}};
}

CopyParams CopyParams::flat(void* destination, const void* source, std::size_t bytes,
                            memory::Direction direction) {
  CopyParams params;
  params.destination = {.pointer = static_cast<char*>(destination),
                        .pitch_bytes = bytes,
                        .row_bytes = bytes,
                        .height = 1};
  params.source = {.pointer = const_cast<char*>(static_cast<const char*>(source)),
                   .pitch_bytes = bytes,
                   .row_bytes = bytes,
                   .height = 1};
  params.extent = {bytes, 1, 1};
  params.direction = direction;
  params.is_flat = true;
  return params;
}

CopyParams CopyParams::boxed(const memory::CopyRequest& request, memory::Direction direction) {
  CopyParams params;
  params.destination = side_of(request.destination, request.destination_layout, request.box);
  params.source = side_of(const_cast<char*>(request.source), request.source_layout, request.box);
  params.extent = request.box;
  params.direction = direction;
  return params;
}

}  // namespace riffle::graph
