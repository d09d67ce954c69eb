// SPDX-License-Identifier: Apache-2.0
// Elements that follow each other, where lanes are far apart or anywhere: a row of memory for each lane, of 16 bytes, and shuffles in
// place of a gather for each element. Rows of a matrix, a thread for each; the parts of a float4 or a struct at places from memory.
//
//   load p[n * i], p[n * i + 1], ... + 3   ->   %row0 = load <4 x float>, ptr %p[0];  %row1 = load <4 x float>, ptr %p[n]; ...
//                                               %a = %row0, %row4, %row8 ...  %b = %row1, %row5 ...  %c ...  %d ...
//                                               each four of their places, 4 x 4, turned
//
// The shuffles stay within 16 bytes, as the registers' do. Stores go the other way: each lane's row is written by itself, the last of
// the stores does it for all. Where registers have 64 bytes, four such pieces of a lane's row are stored at once.
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/widen/neighbours.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::int64_t kRowBytes = 16;
/// For lanes that are off, so that no mask is needed: there are that many zeros to load, and as much room for what they store.
constexpr std::int64_t kMostBytes = 128;
constexpr const char* kZeros = "riffle.zeros";

Constant* zeros(Module& module) {
  if (GlobalVariable* there = module.getGlobalVariable(kZeros, /*AllowInternal=*/true))
    return there;
  auto* type = ArrayType::get(Type::getInt8Ty(module.getContext()), kMostBytes);
  auto* zeros = new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage,
                                   ConstantAggregateZero::get(type), kZeros);
  zeros->setAlignment(Align(kRowBytes));
  return zeros;
}

/// Of each 16 bytes of `left` and `right`, with `per` places each: one place of the one beside the same of the other, from the lower
/// or upper half on, `together` places at a time.
Value* unpack(IRBuilder<>& builder, Value* left, Value* right, unsigned per, bool upper,
              unsigned together) {
  const unsigned count = cast<FixedVectorType>(left->getType())->getNumElements();
  SmallVector<int, 64> order;
  for (unsigned block = 0; block < count; block += per) {
    for (unsigned place = upper ? per / 2 : 0; order.size() < block + per; place += together) {
      for (unsigned from : {0U, count})
        for (unsigned i = 0; i < together; ++i)
          order.push_back(static_cast<int>(from + block + place + i));
    }
  }
  return builder.CreateShuffleVector(left, right, order);
}

/// `rows`: as many places each as there are rows; a value for each place. The other way round as well.
SmallVector<Value*, 4> turn(IRBuilder<>& builder, ArrayRef<Value*> rows) {
  if (rows.size() == 2)
    return {unpack(builder, rows[0], rows[1], 2, false, 1),
            unpack(builder, rows[0], rows[1], 2, true, 1)};
  SmallVector<Value*, 4> turned;
  for (const bool upper : {false, true}) {
    Value* one = unpack(builder, rows[0], rows[1], 4, upper, 1);
    Value* other = unpack(builder, rows[2], rows[3], 4, upper, 1);
    turned.push_back(unpack(builder, one, other, 4, false, 2));
    turned.push_back(unpack(builder, one, other, 4, true, 2));
  }
  return turned;
}

/// Of four registers of four pieces each, the first pieces, the second ones, ... as registers.
SmallVector<Value*, 4> turn_pieces(IRBuilder<>& builder, ArrayRef<Value*> registers,
                                   unsigned per_piece) {
  const int count = cast<FixedVectorType>(registers[0]->getType())->getNumElements();
  // Two pieces of each: the processor's shuffles of whole pieces take no others.
  const auto pick = [&](Value* left, Value* right, int first, int step) {
    SmallVector<int, 64> order;
    for (const int from : {0, count})
      for (const int piece : {first, first + step})
        for (int i = 0; i < static_cast<int>(per_piece); ++i)
          order.push_back(from + (piece * static_cast<int>(per_piece)) + i);
    return builder.CreateShuffleVector(left, right, order);
  };
  SmallVector<Value*, 4> turned(4);
  for (const int half : {0, 1}) {  // the even pieces, and the odd ones
    Value* one = pick(registers[0], registers[1], half, 2);
    Value* other = pick(registers[2], registers[3], half, 2);
    turned[half] = pick(one, other, 0, 2);
    turned[half + 2] = pick(one, other, 1, 2);
  }
  return turned;
}

/// Of `row` as much as lanes that are off have room for, the access at distance 0 among it.
template <typename Access>
Together<Access> part_with_first(const Together<Access>& row, std::int64_t bytes) {
  const auto most = static_cast<std::size_t>(kMostBytes / bytes);
  for (std::size_t begin = 0; begin < row.size(); begin += most) {
    Together<Access> part(row.begin() + begin, row.begin() + std::min(row.size(), begin + most));
    if (any_of(part, [](const auto& member) { return member.distance == 0; })) return part;
  }
  return {};
}

}  // namespace

bool Widener::may_have_rows(std::int64_t bytes) const {
  return (bytes == 4 || bytes == 8) && !is_to_note_accesses(*body_.getParent());
}

/// The loads of `load`'s block that read the elements beside its own, in order of address, as many as rows hold; empty if there
/// are too few of them.
Together<LoadInst> Widener::row_with(LoadInst& load, std::int64_t bytes) const {
  if (!may_have_rows(bytes)) return {};
  return part_with_first(loads_beside(load, bytes).run(kRowBytes / bytes), bytes);
}

/// The stores of `store`'s block from it on likewise, if nothing between them touches memory.
Together<StoreInst> Widener::row_with(StoreInst& store, std::int64_t bytes) const {
  if (!may_have_rows(bytes)) return {};
  return part_with_first(stores_beside(store, bytes).run(kRowBytes / bytes), bytes);
}

/// Where each lane's row begins, `offset` bytes from the place that it accesses; where it may not touch that, `elsewhere`. What lanes
/// have in common is added lane by lane, so that the rest is known in front of a loop.
SmallVector<Value*, 32> Widener::row_addresses(Value* pointer, const LaneShape& address,
                                               std::int64_t offset, Value* elsewhere) {
  Type* byte = builder_.getInt8Ty();
  const auto behind = [&](Value* from, std::int64_t bytes) {
    return builder_.CreateConstGEP1_64(byte, from, static_cast<std::uint64_t>(bytes));
  };
  SmallVector<Value*, 32> lanes;
  if (mask_ == nullptr && address.is_linear()) {
    Value* first = behind(lane_zero(pointer), offset);
    for (std::int64_t lane = 0; lane < lanes_; ++lane)
      lanes.push_back(behind(first, lane * address.stride));
    return lanes;
  }
  auto* way = dyn_cast<GetElementPtrInst>(pointer);
  const bool shares_way = mask_ == nullptr && way != nullptr && way->getNumIndices() == 1 &&
                          shape(way->getOperand(1)).is_uniform() &&
                          !shape(way->getPointerOperand()).is_uniform();
  Value* all = vector_here(shares_way ? way->getPointerOperand() : pointer);
  if (mask_ != nullptr) {
    all = builder_.CreateSelect(mask_, behind(all, offset),
                                builder_.CreateVectorSplat(lanes_, elsewhere));
    offset = 0;
  }
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    Value* first = builder_.CreateExtractElement(all, lane);
    if (shares_way)
      first = builder_.CreateGEP(way->getSourceElementType(), first, scalar(way->getOperand(1)));
    lanes.push_back(behind(first, offset));
  }
  return lanes;
}

void Widener::load_rows(const Together<LoadInst>& row, LoadInst& load, const LaneShape& address,
                        std::int64_t bytes) {
  Type* type = load.getType();
  const auto per = static_cast<unsigned>(kRowBytes / bytes);
  const SmallVector<Value*, 32> lanes =
      row_addresses(load.getPointerOperand(), address, row.front().distance * bytes,
                    mask_ == nullptr ? nullptr : zeros(*body_.getParent()));
  for (std::size_t first = 0; first < row.size(); first += per) {
    SmallVector<Value*, 4> every;  // the first of each `per` lanes, the second, ...
    for (unsigned k = 0; k < per; ++k) {
      SmallVector<Value*, 16> loads;
      for (unsigned lane = k; lane < lanes_; lane += per) {
        Value* place = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), lanes[lane],
                                                   first * static_cast<std::uint64_t>(bytes));
        loads.push_back(builder_.CreateAlignedLoad(FixedVectorType::get(type, per), place,
                                                   Align(static_cast<std::uint64_t>(bytes))));
      }
      every.push_back(concatenateVectors(builder_, loads));
    }
    for (const auto& [k, element] : enumerate(turn(builder_, every)))
      set_vector(row[first + k].access, element);
  }
  remark_rows(load, row.size());
}

/// Whether `store` has neighbours that are from now on stored with it.
bool Widener::has_row(StoreInst& store, std::int64_t bytes) {
  const Together<StoreInst> row = row_with(store, bytes);
  if (row.empty() || !are_apart(row)) return false;
  for (const auto& member : row) stored_in_rows_[member.access] = row;
  remark_rows(store, row.size());
  return true;
}

/// How many pieces of `per` elements of a row of `elements` are stored together: four, if they fill a register. Rows that are a power
/// of two apart fight for the same places in the cache: each of their lines is written at once.
unsigned Widener::pieces_at_once(std::size_t elements, unsigned per) const {
  const bool fits = has_line_registers_ && elements % (4 * per) == 0 && lanes_ % (4 * per) == 0;
  return fits ? 4 : 1;
}

/// The last of a row stores for all.
void Widener::store_rows(StoreInst& store, std::int64_t bytes) {
  const Together<StoreInst> row = stored_in_rows_.lookup(&store);
  if (!is_last_of(row, store)) return;
  const auto per = static_cast<unsigned>(kRowBytes / bytes);
  Type* room = ArrayType::get(builder_.getInt8Ty(), kMostBytes);
  Value* pointer = row.front().access->getPointerOperand();
  const SmallVector<Value*, 32> lanes =
      row_addresses(pointer, shape_of_access(pointer, getLoadStoreType(&store)), 0,
                    mask_ == nullptr ? nullptr : temporary(room, "idle"));
  const unsigned pieces = pieces_at_once(row.size(), per);
  const unsigned together = per * pieces;
  const SmallVector<int, 32> order = store_order(store);
  const auto store_at = [&](unsigned lane, std::size_t first, Value* value) {
    Value* place = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), lanes[lane],
                                               first * static_cast<std::uint64_t>(bytes));
    builder_.CreateAlignedStore(value, place, Align(static_cast<std::uint64_t>(bytes)));
  };
  for (std::size_t first = 0; first < row.size(); first += together) {
    SmallVector<SmallVector<Value*, 4>, 4> every;  // of each piece, each `per`th lane's rows
    for (unsigned piece = 0; piece < pieces; ++piece) {
      SmallVector<Value*, 4> places;
      for (unsigned k = 0; k < per; ++k)
        places.push_back(vector(row[first + (piece * per) + k].access->getValueOperand()));
      every.push_back(turn(builder_, places));
    }
    for (const unsigned number : store_order_of_parts(together, store)) {
      const unsigned begin = number * together;
      SmallVector<Value*, 16> rows(together);  // by lane, from `begin` on
      for (unsigned k = 0; k < per; ++k) {
        SmallVector<Value*, 4> every_one;
        for (const auto& rows_of_piece : every)
          every_one.push_back(part(rows_of_piece[k], begin, together));
        if (pieces != 1) every_one = turn_pieces(builder_, every_one, per);
        for (unsigned i = 0; i < pieces; ++i) rows[k + (i * per)] = every_one[i];
      }
      for (const int lane : order) {
        const auto from = static_cast<unsigned>(lane);
        if (from / together == number) store_at(from, first, rows[from - begin]);
      }
    }
  }
}

void Widener::remark_rows(const Instruction& access, std::size_t elements) const {
  if (remarks_ == nullptr || access.hasMetadata(kCopyOfAccess)) return;
  const std::string what = isa<LoadInst>(access) ? "load" : "store";
  remarks_->add(access, Topic::kMemory,
                what + " together with the " + std::to_string(elements - 1) +
                    " elements beside it: a vector for each lane, and shuffles");
}

}  // namespace riffle::spmd
