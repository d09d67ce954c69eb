// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/node_params.h"

#include <cstring>
#include <utility>

namespace riffle::graph {
namespace {

constexpr NodeKind kKinds[] = {
    NodeKind::kKernel,        NodeKind::kCopy,        NodeKind::kMemset,
    NodeKind::kHost,          NodeKind::kChildGraph,  NodeKind::kEmpty,
    NodeKind::kEventWait,     NodeKind::kEventRecord, NodeKind::kSemaphoreSignal,
    NodeKind::kSemaphoreWait, NodeKind::kAllocation,  NodeKind::kFree,
    NodeKind::kBatchMemOp,    NodeKind::kConditional,
};
static_assert(std::size(kKinds) == std::variant_size_v<NodeParams>);

constexpr std::size_t round_to_4(std::size_t bytes) { return (bytes + 3) & ~std::size_t{3}; }

std::size_t offset_of(const CopySide& side) {
  return (side.z * side.height + side.y) * side.pitch_bytes + side.x;
}

CopySide side_of(char* pointer, const memory::PitchedLayout& layout,
                 const memory::CopyExtent& box) {
  CopySide side{.pointer = pointer, .pitch_bytes = layout.row_pitch_bytes, .row_bytes = box.width};
  side.height = box.depth > 1 && layout.row_pitch_bytes != 0
                    ? layout.slice_pitch_bytes / layout.row_pitch_bytes
                    : box.height;
  return side;
}

}  // namespace

NodeKind kind_of(const NodeParams& params) { return kKinds[params.index()]; }

Arguments::Arguments(const abi::KernelRow& kernel, const void* const* values)
    : size_(kernel.argument_bytes), count_(kernel.parameter_count) {
  make_block();
  for (std::uint32_t index = 0; index < count_; ++index) {
    const abi::ParameterSlot& parameter = kernel.parameters[index];
    std::memcpy(block() + parameter.offset, values[index], parameter.size);
    offsets()[index] = parameter.offset;
  }
}

Arguments::Arguments(const Arguments& other) : size_(other.size_), count_(other.count_) {
  make_block();
  std::memcpy(block(), other.bytes(), block_bytes());
}

Arguments& Arguments::operator=(const Arguments& other) {
  if (this != &other) *this = Arguments(other);
  return *this;
}

// Pointers into the block are made again when somebody asks.
Arguments::Arguments(Arguments&& other) noexcept
    : outside_(std::move(other.outside_)),
      size_(std::exchange(other.size_, 0)),
      count_(std::exchange(other.count_, 0)) {
  if (outside_ == nullptr) std::memcpy(inside_.data(), other.inside_.data(), block_bytes());
}

Arguments& Arguments::operator=(Arguments&& other) noexcept {
  if (this == &other) return *this;
  outside_ = std::move(other.outside_);
  size_ = std::exchange(other.size_, 0);
  count_ = std::exchange(other.count_, 0);
  pointers_.reset();
  if (outside_ == nullptr) std::memcpy(inside_.data(), other.inside_.data(), block_bytes());
  return *this;
}

void Arguments::make_block() {
  if (block_bytes() > inside_.size()) outside_.reset(new std::byte[block_bytes()]);
}

std::size_t Arguments::block_bytes() const {
  return round_to_4(size_) + count_ * sizeof(std::uint32_t);
}

std::uint32_t* Arguments::offsets() const {
  return reinterpret_cast<std::uint32_t*>(block() + round_to_4(size_));
}

void** Arguments::pointers() const {
  if (count_ == 0) return nullptr;
  if (pointers_ == nullptr) {
    pointers_.reset(new void*[count_]);
    for (std::uint32_t index = 0; index < count_; ++index)
      pointers_[index] = block() + offsets()[index];
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
