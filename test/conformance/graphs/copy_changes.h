// SPDX-License-Identifier: Apache-2.0
// Copies of an executable graph, of one to three dimensions, and what is tried to change in them. A case is one change
// of one copy in an exec of its own; what the changed exec then writes is shown.
#pragma once

#include <functional>
#include <string>

#include "nodes.h"

// Source and destination in each kind of memory: rows of 8 ints, 4 rows in a slice. Sources count from 1.
class CopyPlaces {
 public:
  static constexpr int kInts = 192;
  int *device_from, *device_to, *pinned_from, *pinned_to, *managed_from, *managed_to, *pageable_from, *pageable_to;
  cudaArray_t array_from, array_to, other_array_from, other_array_to, small_array, byte_array, cube_from, cube_to;

  CopyPlaces() : pageable_from_(kInts), pageable_to_(kInts) {
    pageable_from = pageable_from_.data();
    pageable_to = pageable_to_.data();
    for (int **place : {&device_from, &device_to}) MUST(cudaMalloc(place, kBytes));
    for (int **place : {&pinned_from, &pinned_to}) MUST(cudaHostAlloc(place, kBytes, 0));
    for (int **place : {&managed_from, &managed_to}) MUST(cudaMallocManaged(place, kBytes));
    const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>(), bytes = cudaCreateChannelDesc<char>();
    for (auto *array : {&array_from, &array_to, &other_array_from, &other_array_to})
      MUST(cudaMallocArray(array, &ints, 8, 4));
    MUST(cudaMallocArray(&small_array, &ints, 4, 3));
    MUST(cudaMallocArray(&byte_array, &bytes, 32, 4));
    for (auto *array : {&cube_from, &cube_to}) MUST(cudaMalloc3DArray(array, &ints, make_cudaExtent(8, 4, 2)));
    for (int i = 0; i < kInts; ++i) pageable_from[i] = i + 1;
    for (int *place : {device_from, pinned_from, managed_from})
      MUST(cudaMemcpy(place, pageable_from, kBytes, cudaMemcpyDefault));
    for (auto array : {array_from, other_array_from, small_array, byte_array})
      MUST(cudaMemcpy2DToArray(array, 0, 0, pageable_from + (array == other_array_from ? 64 : 0), 32,
                               array == small_array ? 16 : 32, array == small_array ? 3 : 4, cudaMemcpyHostToDevice));
    cudaMemcpy3DParms cube = {};
    cube.srcPtr = make_cudaPitchedPtr(pageable_from, 32, 32, 4);
    cube.dstArray = cube_from;
    cube.extent = make_cudaExtent(8, 4, 2);
    cube.kind = cudaMemcpyHostToDevice;
    MUST(cudaMemcpy3D(&cube));
  }

  void clear() {
    for (int *place : {device_to, managed_to, pinned_to}) MUST(cudaMemset(place, 0, kBytes));
    MUST(cudaDeviceSynchronize());
    std::fill(pageable_to_.begin(), pageable_to_.end(), 0);
    for (auto array : {array_to, other_array_to})
      MUST(cudaMemcpy2DToArray(array, 0, 0, pageable_to, 32, 32, 4, cudaMemcpyHostToDevice));
    cudaMemcpy3DParms cube = {};
    cube.srcPtr = make_cudaPitchedPtr(pageable_to, 32, 32, 4);
    cube.dstArray = cube_to;
    cube.extent = make_cudaExtent(8, 4, 2);
    cube.kind = cudaMemcpyHostToDevice;
    MUST(cudaMemcpy3D(&cube));
  }

  // Whether there is memory for all of a copy: slices are in the arrays of slices alone.
  bool has_room_for(const cudaMemcpy3DParms &copy) const {
    auto is_flat = [&](cudaArray_t array) { return array != nullptr && array != cube_from && array != cube_to; };
    return copy.extent.depth <= 1 || (!is_flat(copy.srcArray) && !is_flat(copy.dstArray));
  }

  // Where something was written, and what.
  void show_written() {
    std::vector<int> values(kInts);
    auto show = [&](const char *name, int count) {
      std::string row;
      for (int i = 0; i < count; ++i)
        if (values[i] != 0) row += " " + std::to_string(i) + "=" + std::to_string(values[i]);
      if (!row.empty()) std::printf("    %s%s\n", name, row.c_str());
    };
    const char *names[] = {"device", "pinned", "managed", "pageable"};
    int *const places[] = {device_to, pinned_to, managed_to, pageable_to};
    for (int i = 0; i < 4; ++i) {
      MUST(cudaMemcpy(values.data(), places[i], kBytes, cudaMemcpyDefault));
      show(names[i], kInts);
    }
    const char *array_names[] = {"array", "other array"};
    const cudaArray_t arrays[] = {array_to, other_array_to};
    for (int i = 0; i < 2; ++i) {
      MUST(cudaMemcpy2DFromArray(values.data(), 32, arrays[i], 0, 0, 32, 4, cudaMemcpyDeviceToHost));
      show(array_names[i], 32);
    }
    cudaMemcpy3DParms cube = {};
    cube.srcArray = cube_to;
    cube.dstPtr = make_cudaPitchedPtr(values.data(), 32, 32, 4);
    cube.extent = make_cudaExtent(8, 4, 2);
    cube.kind = cudaMemcpyDeviceToHost;
    MUST(cudaMemcpy3D(&cube));
    show("cube", 64);
  }

 private:
  static constexpr std::size_t kBytes = kInts * sizeof(int);
  std::vector<int> pageable_from_, pageable_to_;
};

// What a change has let in may not run, and then nothing runs after it.
inline void run_and_show(CopyPlaces &places, cudaGraphExec_t exec) {
  places.clear();
  cudaError_t error = cudaGraphLaunch(exec, nullptr);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::printf("    cannot run: %s\n", name_of(error));
    std::fflush(stdout);
    if (cudaDeviceSynchronize() != cudaSuccess) std::exit(0);
  }
  places.show_written();
}

using CopyParams = cudaMemcpy3DParms;

struct NamedCopy {
  const char *name;
  CopyParams params;
};

struct CopyChange {
  const char *name;
  std::function<void(CopyParams &)> apply;
  bool may_run = true;  // false: it would leave the memory if it were accepted
};

// `width` is in bytes; where an array takes part, in elements.
inline CopyParams copy_of(void *to, const void *from, std::size_t width, std::size_t height, std::size_t depth,
                          cudaMemcpyKind kind, std::size_t pitch = 32) {
  CopyParams params = {};
  params.srcPtr = make_cudaPitchedPtr(const_cast<void *>(from), pitch, pitch, 4);
  params.dstPtr = make_cudaPitchedPtr(to, pitch, pitch, 4);
  params.extent = make_cudaExtent(width, height, depth);
  params.kind = kind;
  return params;
}

// Between places in memory.
inline std::vector<NamedCopy> memory_copies(const CopyPlaces &p) {
  const cudaMemcpyKind within = cudaMemcpyDeviceToDevice;
  return {{"one row", copy_of(p.device_to, p.device_from, 16, 1, 1, within)},
          {"three rows", copy_of(p.device_to, p.device_from, 16, 3, 1, within)},
          {"three rows without gaps", copy_of(p.device_to, p.device_from, 32, 3, 1, within)},
          {"two slices", copy_of(p.device_to, p.device_from, 16, 2, 2, within)},
          {"two slices of one row", copy_of(p.device_to, p.device_from, 16, 1, 2, within)},
          {"three rows, any direction", copy_of(p.device_to, p.device_from, 16, 3, 1, cudaMemcpyDefault)},
          {"three rows from pinned memory", copy_of(p.device_to, p.pinned_from, 16, 3, 1, cudaMemcpyHostToDevice)},
          {"three rows to pageable memory", copy_of(p.pageable_to, p.device_from, 16, 3, 1, cudaMemcpyDeviceToHost)}};
}

inline std::vector<CopyChange> memory_changes(const CopyPlaces &p) {
  auto move = [](cudaPitchedPtr &ptr, int ints) { ptr.ptr = static_cast<int *>(ptr.ptr) + ints; };
  return {{"nothing", [](CopyParams &) {}},
          {"other source", [=](CopyParams &c) { move(c.srcPtr, 64); }},
          {"other destination", [=](CopyParams &c) { move(c.dstPtr, 64); }},
          {"both", [=](CopyParams &c) { move(c.srcPtr, 64), move(c.dstPtr, 32); }},
          {"narrower", [](CopyParams &c) { c.extent.width = 8; }},
          {"wider", [](CopyParams &c) { c.extent.width = 24; }},
          {"one row", [](CopyParams &c) { c.extent.height = 1; }},
          {"two rows", [](CopyParams &c) { c.extent.height = 2; }},
          {"four rows", [](CopyParams &c) { c.extent.height = 4; }},
          {"one slice", [](CopyParams &c) { c.extent.depth = 1; }},
          {"two slices", [](CopyParams &c) { c.extent.depth = 2; }},
          {"three slices", [](CopyParams &c) { c.extent.depth = 3; }},
          {"one row in one slice", [](CopyParams &c) { c.extent.height = c.extent.depth = 1; }},
          {"no width", [](CopyParams &c) { c.extent.width = 0; }},
          {"no rows", [](CopyParams &c) { c.extent.height = 0; }},
          {"source pitch", [](CopyParams &c) { c.srcPtr.pitch = 64; }},
          {"destination pitch", [](CopyParams &c) { c.dstPtr.pitch = 64; }},
          {"source pitch too small", [](CopyParams &c) { c.srcPtr.pitch = 8; }, false},
          {"source rows in a slice", [](CopyParams &c) { c.srcPtr.ysize = 5; }},
          {"destination rows in a slice", [](CopyParams &c) { c.dstPtr.ysize = 5; }},
          {"source width", [](CopyParams &c) { c.srcPtr.xsize = 24; }},
          {"source position in a row", [](CopyParams &c) { c.srcPos.x = 4; }},
          {"source position, row", [](CopyParams &c) { c.srcPos.y = 1; }},
          {"source position, slice", [](CopyParams &c) { c.srcPos.z = 1; }},
          {"destination position in a row", [](CopyParams &c) { c.dstPos.x = 4; }},
          {"destination position, row", [](CopyParams &c) { c.dstPos.y = 1; }},
          {"host to host", [](CopyParams &c) { c.kind = cudaMemcpyHostToHost; }},
          {"host to device", [](CopyParams &c) { c.kind = cudaMemcpyHostToDevice; }},
          {"device to host", [](CopyParams &c) { c.kind = cudaMemcpyDeviceToHost; }},
          {"device to device", [](CopyParams &c) { c.kind = cudaMemcpyDeviceToDevice; }},
          {"any direction", [](CopyParams &c) { c.kind = cudaMemcpyDefault; }},
          {"from the device", [&p](CopyParams &c) { c.srcPtr.ptr = p.device_from; }},
          {"from pinned memory", [&p](CopyParams &c) { c.srcPtr.ptr = p.pinned_from; }},
          {"from managed memory", [&p](CopyParams &c) { c.srcPtr.ptr = p.managed_from; }},
          {"from pageable memory", [&p](CopyParams &c) { c.srcPtr.ptr = p.pageable_from; }},
          {"to the device", [&p](CopyParams &c) { c.dstPtr.ptr = p.device_to; }},
          {"to pinned memory", [&p](CopyParams &c) { c.dstPtr.ptr = p.pinned_to; }},
          {"to managed memory", [&p](CopyParams &c) { c.dstPtr.ptr = p.managed_to; }},
          {"to pageable memory", [&p](CopyParams &c) { c.dstPtr.ptr = p.pageable_to; }},
          {"no source", [](CopyParams &c) { c.srcPtr.ptr = nullptr; }, false},
          {"no destination", [](CopyParams &c) { c.dstPtr.ptr = nullptr; }, false},
          {"from an array",
           [&p](CopyParams &c) {
             c.srcPtr = {};
             c.srcArray = p.array_from;
             c.extent.width /= 4;
           }},
          {"to an array", [&p](CopyParams &c) {
             c.dstPtr = {};
             c.dstArray = p.array_to;
             c.extent.width /= 4;
           }}};
}

// With arrays on one side or on both.
inline std::vector<NamedCopy> array_copies(const CopyPlaces &p) {
  auto with = [](cudaArray_t to, int *to_memory, cudaArray_t from, int *from_memory, std::size_t height,
                 std::size_t depth, cudaMemcpyKind kind) {
    CopyParams c = copy_of(to_memory, from_memory, 4, height, depth, kind);
    if (to != nullptr) c.dstPtr = {};
    if (from != nullptr) c.srcPtr = {};
    c.dstArray = to;
    c.srcArray = from;
    return c;
  };
  const cudaMemcpyKind within = cudaMemcpyDeviceToDevice;
  return {{"a row to an array", with(p.array_to, nullptr, nullptr, p.device_from, 1, 1, within)},
          {"a row from an array", with(nullptr, p.device_to, p.array_from, nullptr, 1, 1, within)},
          {"rows to an array", with(p.array_to, nullptr, nullptr, p.device_from, 3, 1, within)},
          {"rows from an array", with(nullptr, p.device_to, p.array_from, nullptr, 3, 1, within)},
          {"rows from an array to the host",
           with(nullptr, p.pageable_to, p.array_from, nullptr, 3, 1, cudaMemcpyDeviceToHost)},
          {"rows between arrays", with(p.array_to, nullptr, p.array_from, nullptr, 3, 1, within)},
          {"slices between arrays", with(p.cube_to, nullptr, p.cube_from, nullptr, 2, 2, within)}};
}

inline std::vector<CopyChange> array_changes(const CopyPlaces &p) {
  auto move = [](cudaPitchedPtr &ptr, int ints) {
    if (ptr.ptr != nullptr) ptr.ptr = static_cast<int *>(ptr.ptr) + ints;
  };
  auto from = [](CopyParams &c, cudaArray_t array) { c.srcPtr = {}, c.srcArray = array; };
  auto to = [](CopyParams &c, cudaArray_t array) { c.dstPtr = {}, c.dstArray = array; };
  return {{"nothing", [](CopyParams &) {}},
          {"other memory", [=](CopyParams &c) { move(c.srcPtr, 64), move(c.dstPtr, 64); }},
          {"from this array", [=, &p](CopyParams &c) { from(c, p.array_from); }},
          {"from another array", [=, &p](CopyParams &c) { from(c, p.other_array_from); }},
          {"from a smaller array", [=, &p](CopyParams &c) { from(c, p.small_array); }},
          {"from an array of bytes", [=, &p](CopyParams &c) { from(c, p.byte_array); }},
          {"from an array of slices", [=, &p](CopyParams &c) { from(c, p.cube_from); }},
          {"to another array", [=, &p](CopyParams &c) { to(c, p.other_array_to); }},
          {"to an array of slices", [=, &p](CopyParams &c) { to(c, p.cube_to); }},
          {"fewer columns", [](CopyParams &c) { c.extent.width = 2; }},
          {"more columns", [](CopyParams &c) { c.extent.width = 6; }},
          {"too many columns", [](CopyParams &c) { c.extent.width = 9; }, false},
          {"one row", [](CopyParams &c) { c.extent.height = 1; }},
          {"four rows", [](CopyParams &c) { c.extent.height = 4; }},
          {"one slice", [](CopyParams &c) { c.extent.depth = 1; }},
          {"source position in a row", [](CopyParams &c) { c.srcPos.x = 2; }},
          {"source position, row", [](CopyParams &c) { c.srcPos.y = 1; }},
          {"destination position in a row", [](CopyParams &c) { c.dstPos.x = 2; }},
          {"destination position, row", [](CopyParams &c) { c.dstPos.y = 1; }},
          {"host to host", [](CopyParams &c) { c.kind = cudaMemcpyHostToHost; }, false},
          {"host to device", [](CopyParams &c) { c.kind = cudaMemcpyHostToDevice; }, false},
          {"device to host", [](CopyParams &c) { c.kind = cudaMemcpyDeviceToHost; }, false},
          {"device to device", [](CopyParams &c) { c.kind = cudaMemcpyDeviceToDevice; }},
          {"any direction", [](CopyParams &c) { c.kind = cudaMemcpyDefault; }},
          {"from memory", [&p](CopyParams &c) {
             c.srcArray = nullptr;
             c.srcPtr = make_cudaPitchedPtr(p.device_from, 32, 32, 4);
             if (c.dstArray == nullptr) c.extent.width *= 4;
           }},
          {"to memory", [&p](CopyParams &c) {
             c.dstArray = nullptr;
             c.dstPtr = make_cudaPitchedPtr(p.device_to, 32, 32, 4);
             if (c.srcArray == nullptr) c.extent.width *= 4;
           }}};
}

// How a change is asked for: the exec, its node, and what the node is to copy.
using CopyChanger = std::function<cudaError_t(cudaGraphExec_t, cudaGraphNode_t, const CopyParams &)>;

inline void for_each_change(
    const std::vector<NamedCopy> &copies, const std::vector<CopyChange> &changes,
    const std::function<void(const CopyChange &, cudaGraph_t, cudaGraphNode_t, const CopyParams &)> &ask) {
  for (const auto &copy : copies) {
    std::printf("%s\n", copy.name);
    auto graph = new_graph();
    cudaGraphNode_t node;
    MUST(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy.params));
    for (const auto &change : changes) {
      CopyParams changed = copy.params;
      change.apply(changed);
      ask(change, graph, node, changed);
    }
    MUST(cudaGraphDestroy(graph));
  }
}

inline void show_copy_changes(CopyPlaces &places, const std::vector<NamedCopy> &copies,
                              const std::vector<CopyChange> &changes, const CopyChanger &how) {
  for_each_change(copies, changes,
                  [&](const CopyChange &change, cudaGraph_t graph, cudaGraphNode_t node, const CopyParams &changed) {
                    auto exec = instantiate(graph);
                    const cudaError_t error = how(exec, node, changed);
                    std::printf("  %s: %s\n", change.name, name_of(error));
                    if (error == cudaSuccess && change.may_run && places.has_room_for(changed))
                      run_and_show(places, exec);
                    MUST(cudaGraphExecDestroy(exec));
                  });
}

// Only where the answer is not that of cudaGraphExecMemcpyNodeSetParams.
inline void show_other_answers(const std::vector<NamedCopy> &copies, const std::vector<CopyChange> &changes,
                               const CopyChanger &how) {
  for_each_change(copies, changes,
                  [&](const CopyChange &change, cudaGraph_t graph, cudaGraphNode_t node, const CopyParams &changed) {
                    auto one = instantiate(graph), other = instantiate(graph);
                    const cudaError_t usual = cudaGraphExecMemcpyNodeSetParams(one, node, &changed);
                    const cudaError_t error = how(other, node, changed);
                    if (error != usual) std::printf("  %s: %s, not %s\n", change.name, name_of(error), name_of(usual));
                    for (auto exec : {one, other}) MUST(cudaGraphExecDestroy(exec));
                  });
}
