// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/operations.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "device/cpu/contained.h"
#include "runtime/engine/schedule.h"
#include "runtime/memory/block_copy.h"
#include "runtime/memory/flat_operations.h"
#include "runtime/memory/fresh_pages.h"
#include "runtime/memory/staging.h"

namespace riffle::memory {
namespace {

// One cost record per kind of operation and of unit: units of 100 bytes and of 256 KiB have nothing in common.
enum class WorkKind : std::uint8_t {
  kFlatCopy,
  kFreshCopy,
  kInlineCopy,
  kBoxCopy,
  kFlatFill,
  kElements,
  kBoxFill
};

constexpr const engine::Parts* parts_of(WorkKind kind) {
  return kind == WorkKind::kFlatCopy   ? &kPartsOf<FlatCopy>
         : kind == WorkKind::kFlatFill ? &kPartsOf<FlatFill>
                                       : nullptr;
}

template <WorkKind kKind>
struct EndingCost : engine::Cost {
  EndingCost() {
    ends = true;
    parts = parts_of(kKind);
  }
};

template <WorkKind kKind>
engine::Cost& cost_of_unit(std::size_t bytes) {
  static std::array<EndingCost<kKind>, 20> costs;
  return costs[std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(bytes)),
                                     costs.size() - 1)];
}

Code run_fresh_copy(const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
  const auto& copy = *static_cast<const FlatCopy*>(payload);
  for (std::uint64_t piece = first; piece < end; ++piece) {
    const std::size_t begin_byte = piece * kPieceBytes;
    const std::size_t bytes = std::min(kPieceBytes, copy.bytes - begin_byte);
    populate(copy.destination + begin_byte, bytes);
    std::memcpy(copy.destination + begin_byte, copy.source + begin_byte,
                bytes);  // onto lines just zeroed
  }
  return Code::kOk;
}

struct BoxCopy {
  CopyRequest request;
  std::size_t rows_per_unit;
  char* staged;  // given back after the copy, or null
};

std::size_t row_offset(const PitchedLayout& layout, const CopyExtent& box, std::size_t row) {
  return row / box.height * layout.slice_pitch_bytes + row % box.height * layout.row_pitch_bytes;
}

Code run_box_copy(const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
  const auto& copy = *static_cast<const BoxCopy*>(payload);
  const CopyRequest& request = copy.request;
  const CopyExtent& box = request.box;
  const std::size_t end_row = std::min<std::size_t>(end * copy.rows_per_unit, box.rows());
  for (std::size_t row = first * copy.rows_per_unit; row < end_row; ++row) {
    std::memmove(request.destination + row_offset(request.destination_layout, box, row),
                 request.source + row_offset(request.source_layout, box, row), box.width);
  }
  return Code::kOk;
}

void release_box_copy(const void* payload) noexcept {
  if (char* const staged = static_cast<const BoxCopy*>(payload)->staged) give_back_staging(staged);
}

void release_large_box_copy(const void* payload) noexcept {
  std::free(static_cast<const BoxCopy*>(payload)->staged);
}

template <class Element>
void fill_with(char* destination, std::size_t bytes, std::uint32_t value) {
  const auto element = static_cast<Element>(value);
  for (std::size_t at = 0; at < bytes; at += sizeof element)
    std::memcpy(destination + at, &element, sizeof element);
}

void fill_elements(char* destination, std::size_t bytes, std::uint32_t value,
                   std::uint32_t element_bytes) {
  if (element_bytes == 2) {
    fill_with<std::uint16_t>(destination, bytes, value);
  } else {
    fill_with<std::uint32_t>(destination, bytes, value);
  }
}

struct BoxFill {
  FillRequest request;
  std::size_t rows_per_unit;
};

Code run_box_fill(const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
  const auto& fill = *static_cast<const BoxFill*>(payload);
  const FillRequest& request = fill.request;
  const std::size_t end_row = std::min<std::size_t>(end * fill.rows_per_unit, request.box.rows());
  for (std::size_t row = first * fill.rows_per_unit; row < end_row; ++row) {
    char* const begin = request.destination + row_offset(request.layout, request.box, row);
    if (request.element_bytes == 1) {
      std::memset(begin, static_cast<unsigned char>(request.value), request.box.width);
    } else {
      fill_elements(begin, request.box.width, request.value, request.element_bytes);
    }
  }
  return Code::kOk;
}

struct FlatElements {
  char* destination;
  std::size_t bytes;
  std::uint32_t value;
  std::uint32_t element_bytes;
};

Code run_flat_elements(const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
  const auto& fill = *static_cast<const FlatElements*>(payload);
  const std::size_t begin_byte = first * kPieceBytes;
  const std::size_t bytes = std::min(end * kPieceBytes, fill.bytes) - begin_byte;
  fill_elements(fill.destination + begin_byte, bytes, fill.value, fill.element_bytes);
  return Code::kOk;
}

// The data of a small snapshot travels in the ring, behind this header.
struct alignas(16) InlineCopy {
  char* destination;
  std::size_t bytes;
};
constexpr std::size_t kInlineBytes = 1024;

Code run_inline_copy(const void* payload, std::uint64_t, std::uint64_t) noexcept {
  const auto* const copy = static_cast<const InlineCopy*>(payload);
  std::memcpy(copy->destination, copy + 1, copy->bytes);
  return Code::kOk;
}

bool overlaps(const CopyRequest& request) {
  const char* const destination_end =
      request.destination + request.box.span(request.destination_layout);
  const char* const source_end = request.source + request.box.span(request.source_layout);
  return request.destination < source_end && request.source < destination_end;
}

std::size_t units_for(std::size_t amount, std::size_t per_unit) {
  return (amount + per_unit - 1) / per_unit;
}

/// Calls `emit(operation, payload)` for a copy row by row.
template <class Emit>
void describe_box(const CopyRequest& request, char* staged, Emit&& emit) {
  // Pieces of overlapping memories must not run at the same time, nor in another order than the
  // rows.
  const std::size_t rows = request.box.rows();
  const std::size_t per_unit =
      overlaps(request) ? rows : std::clamp<std::size_t>(kPieceBytes / request.box.width, 1, rows);
  emit(
      engine::RangeOperation{
          .run = device::contained<run_box_copy>,
          .release = staged == nullptr                      ? nullptr
                     : request.box.bytes() > kSnapshotBytes ? release_large_box_copy
                                                            : release_box_copy,
          .cost = &cost_of_unit<WorkKind::kBoxCopy>(per_unit * request.box.width),
          .units = units_for(rows, per_unit),
          .payload_bytes = sizeof(BoxCopy)},
      BoxCopy{request, per_unit, staged});
}

bool is_streaming(Stores stores, std::size_t bytes) {
  return stores == Stores::kStreaming || bytes >= streaming_threshold_bytes();
}

template <class Emit>
void describe_copy(const CopyRequest& request, Stores stores, Emit&& emit) {
  const bool is_flat = request.box.is_contiguous(request.destination_layout) &&
                       request.box.is_contiguous(request.source_layout);
  if (!is_flat || overlaps(request)) return describe_box(request, nullptr, emit);
  const std::size_t bytes = request.box.bytes();
  const bool is_fresh = stores == Stores::kFresh;
  const std::size_t unit_bytes = std::min(bytes, kPieceBytes);
  emit(engine::RangeOperation{.run = is_fresh ? device::contained<run_fresh_copy>
                                              : device::contained<run_flat<FlatCopy>>,
                              .cost = is_fresh ? &cost_of_unit<WorkKind::kFreshCopy>(unit_bytes)
                                               : &cost_of_unit<WorkKind::kFlatCopy>(unit_bytes),
                              .units = units_for(bytes, kPieceBytes),
                              .payload_bytes = sizeof(FlatCopy)},
       FlatCopy{request.destination, request.source, bytes, is_streaming(stores, bytes)});
}

template <class Emit>
void describe_fill(const FillRequest& request, Stores stores, Emit&& emit) {
  const CopyExtent& box = request.box;
  engine::RangeOperation operation;
  if (!box.is_contiguous(request.layout)) {
    const std::size_t per_unit = std::clamp<std::size_t>(kPieceBytes / box.width, 1, box.rows());
    emit(engine::RangeOperation{.run = device::contained<run_box_fill>,
                                .cost = &cost_of_unit<WorkKind::kBoxFill>(per_unit * box.width),
                                .units = units_for(box.rows(), per_unit),
                                .payload_bytes = sizeof(BoxFill)},
         BoxFill{request, per_unit});
    return;
  }
  const std::size_t bytes = box.bytes();
  const std::size_t unit_bytes = std::min(bytes, kPieceBytes);
  operation.units = units_for(bytes, kPieceBytes);
  if (request.element_bytes == 1) {
    operation.run = device::contained<run_flat<FlatFill>>;
    operation.cost = &cost_of_unit<WorkKind::kFlatFill>(unit_bytes);
    operation.payload_bytes = sizeof(FlatFill);
    emit(operation, FlatFill{request.destination, bytes, static_cast<unsigned char>(request.value),
                             is_streaming(stores, bytes)});
  } else {
    operation.run = device::contained<run_flat_elements>;
    operation.cost = &cost_of_unit<WorkKind::kElements>(unit_bytes);
    operation.payload_bytes = sizeof(FlatElements);
    emit(operation, FlatElements{request.destination, bytes, request.value, request.element_bytes});
  }
}

/// What `emit` is when the operation goes into a stream now.
auto into(engine::Stream& stream) {
  return [&stream]<class Payload>(const engine::RangeOperation& operation, const Payload& what) {
    stream.enqueue(operation, [&](void* payload) { *static_cast<Payload*>(payload) = what; });
  };
}

/// What `emit` is when the operation is kept.
auto into(PreparedOperation& prepared) {
  return [&prepared]<class Payload>(const engine::RangeOperation& operation, const Payload& what) {
    static_assert(sizeof(Payload) <= PreparedOperation::kMostPayloadBytes);
    prepared.operation = operation;
    std::memcpy(prepared.payload.data(), &what, sizeof what);
  };
}

void enqueue_inline(engine::Stream& stream, const CopyRequest& request) {
  const std::size_t bytes = request.box.width;
  const engine::RangeOperation operation{
      .run = device::contained<run_inline_copy>,
      .cost = &cost_of_unit<WorkKind::kInlineCopy>(bytes),
      .payload_bytes = static_cast<std::uint32_t>(sizeof(InlineCopy) + bytes)};
  stream.enqueue(operation, [&](void* payload) {
    auto* const copy = static_cast<InlineCopy*>(payload);
    *copy = {request.destination, bytes};
    std::memcpy(copy + 1, request.source, bytes);
  });
}

}  // namespace

void enqueue_copy(engine::Stream& stream, const CopyRequest& request, Stores stores) {
  describe_copy(request, stores, into(stream));
}

PreparedOperation prepare_copy(const CopyRequest& request) {
  PreparedOperation prepared;
  describe_copy(request, Stores::kBySize, into(prepared));
  return prepared;
}

PreparedOperation prepare_fill(const FillRequest& request) {
  PreparedOperation prepared;
  describe_fill(request, Stores::kBySize, into(prepared));
  return prepared;
}

bool enqueue_copy_of_snapshot(engine::Stream& stream, const CopyRequest& request) {
  const CopyExtent& box = request.box;
  const bool is_large = box.bytes() > kSnapshotBytes;
  if (is_large && engine::current_schedule() == nullptr) return false;
  if (box.rows() == 1 && box.width <= kInlineBytes) {
    enqueue_inline(stream, request);
    return true;
  }
  char* const staged = is_large ? static_cast<char*>(std::malloc(box.bytes())) : take_staging();
  if (staged == nullptr) return false;
  for (std::size_t row = 0; row < box.rows(); ++row) {
    std::memcpy(staged + row * box.width,
                request.source + row_offset(request.source_layout, box, row), box.width);
  }
  CopyRequest from_staged = request;
  from_staged.source = staged;
  from_staged.source_layout = {box.width, box.width * box.height};
  try {
    describe_box(from_staged, staged, into(stream));
  } catch (...) {
    if (is_large)
      std::free(staged);
    else
      give_back_staging(staged);
    throw;
  }
  return true;
}

void enqueue_fill(engine::Stream& stream, const FillRequest& request, Stores stores) {
  describe_fill(request, stores, into(stream));
}

std::optional<OperationAccess> access_of(engine::RangeFunction run, const void* payload) {
  const auto is = [run](auto... functions) { return ((run == functions) || ...); };
  if (is(device::contained<run_flat<FlatCopy>>, device::contained<run_fresh_copy>)) {
    const auto& copy = *static_cast<const FlatCopy*>(payload);
    return OperationAccess{copy.destination, copy.source, false, {copy.bytes, 1, 1}, {}, {}};
  }
  if (is(device::contained<run_inline_copy>)) {
    const auto& copy = *static_cast<const InlineCopy*>(payload);
    return OperationAccess{copy.destination, nullptr, false, {copy.bytes, 1, 1}, {}, {}};
  }
  if (is(device::contained<run_box_copy>)) {
    const auto& copy = *static_cast<const BoxCopy*>(payload);
    const char* const source = copy.staged != nullptr ? nullptr : copy.request.source;
    return OperationAccess{
        copy.request.destination,  source, false, copy.request.box, copy.request.destination_layout,
        copy.request.source_layout};
  }
  if (is(device::contained<run_flat<FlatFill>>)) {
    const auto& fill = *static_cast<const FlatFill*>(payload);
    return OperationAccess{fill.destination, nullptr, true, {fill.bytes, 1, 1}, {}, {}, fill.value};
  }
  if (is(device::contained<run_flat_elements>)) {
    const auto& fill = *static_cast<const FlatElements*>(payload);
    return OperationAccess{fill.destination, nullptr, true, {fill.bytes, 1, 1}, {}, {}, fill.value};
  }
  if (is(device::contained<run_box_fill>)) {
    const auto& fill = *static_cast<const BoxFill*>(payload);
    return OperationAccess{
        fill.request.destination, nullptr, true, fill.request.box, fill.request.layout, {},
        fill.request.value};
  }
  return std::nullopt;
}

}  // namespace riffle::memory
