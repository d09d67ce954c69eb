// SPDX-License-Identifier: Apache-2.0
// New parameters for copies and fills of an executable graph.
#include "../../cases.h"
#include "../../graphs/copy_changes.h"
#include "../../gate.h"

#include <functional>

__device__ int numbers[16];
__device__ int others[16];
__constant__ int constants[16];
static int host_variable[16];
__global__ void number_them() {
  for (int i = 0; i < 16; ++i) numbers[i] = 1000 + i, others[i] = 2000 + i;
}

// cudaGraphExecMemcpyNodeSetParams: copies of one row may change, copies of several may not; handles, and what a
// refused call leaves. (Null parameters make hardware crash.)
CASE(graph_exec_memcpy_node_set_params) {
  CopyPlaces places;
  auto graph = new_graph(), other = new_graph();
  const CopyParams row = copy_of(places.device_to, places.device_from, 16, 1, 1, cudaMemcpyDeviceToDevice);
  const CopyParams rows = copy_of(places.device_to + 32, places.device_from, 16, 3, 1, cudaMemcpyDeviceToDevice);
  cudaGraphNode_t flat, one, several, foreign, in_clone;
  MUST(cudaGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, places.device_to + 16, places.device_from, 16,
                                cudaMemcpyDeviceToDevice));
  MUST(cudaGraphAddMemcpyNode(&one, graph, nullptr, 0, &row));
  MUST(cudaGraphAddMemcpyNode(&several, graph, nullptr, 0, &rows));
  MUST(cudaGraphAddMemcpyNode(&foreign, other, nullptr, 0, &row));
  auto empty = empty_node(graph);
  auto exec = instantiate(graph);
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphNodeFindInClone(&in_clone, one, clone));
  SHOW(cudaGraphExecMemcpyNodeSetParams(nullptr, one, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, nullptr, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, foreign, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, in_clone, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, empty, &row));
  std::printf("refused changes\n");
  CopyParams bad = rows, zero = {};
  bad.extent.height = 2;
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, several, &bad));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &rows));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, flat, &rows));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, several, &row));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &zero));
  bad = row;
  bad.kind = static_cast<cudaMemcpyKind>(9);
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &bad));
  bad.kind = static_cast<cudaMemcpyKind>(-1);
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &bad));
  run_and_show(places, exec);
  std::printf("a change\n");
  CopyParams good = row;
  good.srcPtr.ptr = places.device_from + 100;
  good.extent.width = 8;
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, one, &good));
  good.dstPtr.ptr = places.device_to + 16;
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, flat, &good));
  run_and_show(places, exec);
  CopyParams got;
  MUST(cudaGraphMemcpyNodeGetParams(one, &got));
  show_truth("the graph keeps its own", got.srcPtr.ptr == row.srcPtr.ptr && got.extent.width == 16);
  std::printf("a new exec\n");
  run_and_show(places, instantiate(graph));
}

// cudaGraphExecMemcpyNodeSetParams: which changes of copies between places in memory there are, in one to three
// dimensions.
CASE(graph_exec_memcpy_node_set_params_memory) {
  CopyPlaces places;
  show_copy_changes(places, memory_copies(places), memory_changes(places),
                    [](cudaGraphExec_t exec, cudaGraphNode_t node, const CopyParams &changed) {
                      return cudaGraphExecMemcpyNodeSetParams(exec, node, &changed);
                    });
}

// cudaGraphExecMemcpyNodeSetParams: which changes of copies from and to arrays there are.
CASE(graph_exec_memcpy_node_set_params_arrays) {
  CopyPlaces places;
  show_copy_changes(places, array_copies(places), array_changes(places),
                    [](cudaGraphExec_t exec, cudaGraphNode_t node, const CopyParams &changed) {
                      return cudaGraphExecMemcpyNodeSetParams(exec, node, &changed);
                    });
}

// cudaGraphExecMemcpyNodeSetParams1D: places and lengths of copies of one row; what is refused, and what that leaves.
CASE(graph_exec_memcpy_node_set_params_1d) {
  prepare_gates();
  CopyPlaces p;
  const auto within = cudaMemcpyDeviceToDevice;
  auto graph = new_graph(), other = new_graph();
  const CopyParams row = copy_of(p.device_to + 16, p.device_from, 16, 1, 1, within);
  const CopyParams rows = copy_of(p.device_to + 32, p.device_from, 16, 3, 1, within);
  cudaGraphNode_t flat, one, several, in, out, foreign;
  MUST(cudaGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, p.device_to, p.device_from, 16, within));
  MUST(cudaGraphAddMemcpyNode(&one, graph, nullptr, 0, &row));
  MUST(cudaGraphAddMemcpyNode(&several, graph, nullptr, 0, &rows));
  MUST(cudaGraphAddMemcpyNode1D(&in, graph, nullptr, 0, p.device_to + 8, p.pageable_from, 8, cudaMemcpyHostToDevice));
  MUST(cudaGraphAddMemcpyNode1D(&out, graph, nullptr, 0, p.pageable_to, p.device_from, 8, cudaMemcpyDeviceToHost));
  MUST(cudaGraphAddMemcpyNode1D(&foreign, other, nullptr, 0, p.device_to, p.device_from, 16, within));
  auto kernel = kernel_node(graph, p.device_to + 100, 1);
  auto exec = instantiate(graph);
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(nullptr, flat, p.device_to, p.device_from, 16, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, nullptr, p.device_to, p.device_from, 16, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, foreign, p.device_to, p.device_from, 16, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, kernel, p.device_to, p.device_from, 16, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, several, p.device_to, p.device_from, 16, within));
  std::printf("refused parameters\n");
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, flat, nullptr, p.device_from, 16, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, flat, p.device_to, nullptr, 16, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, flat, p.device_to, p.device_from, 0, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, flat, p.device_to, p.device_from, 16, cudaMemcpyDefault));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, flat, p.device_to, p.device_from, 16, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, flat, p.device_to, p.device_from, 16, static_cast<cudaMemcpyKind>(-1)));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, flat, p.device_to, p.pageable_from, 16, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, in, p.device_to, p.pageable_from, 16, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, out, p.pageable_to, p.pageable_from, 16, cudaMemcpyHostToHost));
  run_and_show(p, exec);
  std::printf("changes\n");
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, flat, p.device_to + 2, p.device_from + 100, 24, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, one, p.device_to + 20, p.device_from + 60, 4, within));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, in, p.device_to + 12, p.pageable_from + 9, 12, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, out, p.pageable_to + 5, p.device_from + 30, 1, cudaMemcpyDeviceToHost));
  run_and_show(p, exec);
  CopyParams got;
  MUST(cudaGraphMemcpyNodeGetParams(flat, &got));
  show_truth("the graph keeps its own", got.srcPtr.ptr == p.device_from && got.extent.width == 16);

  std::printf("while a launch is pending\n");
  cudaGetLastError();  // a gate looks at it
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  auto small = new_graph();
  MUST(cudaGraphAddMemcpyNode1D(&flat, small, nullptr, 0, p.device_to, p.device_from, 4, within));
  exec = instantiate(small);
  p.clear();
  {
    Gate gate(stream);
    MUST(cudaGraphLaunch(exec, stream));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, flat, p.device_to + 1, p.device_from + 1, 4, within));
    MUST(cudaGraphLaunch(exec, stream));
  }
  MUST(cudaStreamSynchronize(stream));
  p.show_written();
}

// cudaGraphExecMemcpyNodeSetParamsFromSymbol: other places, lengths and symbols of a copy from a symbol; what is
// refused.
CASE(graph_exec_memcpy_node_set_params_from_symbol) {
  CopyPlaces p;
  number_them<<<1, 1>>>();
  std::vector<int> values(16);
  for (int i = 0; i < 16; ++i) values[i] = 3000 + i;
  MUST(cudaMemcpyToSymbol(constants, values.data(), 64));
  const auto out = cudaMemcpyDeviceToHost, within = cudaMemcpyDeviceToDevice;
  auto graph = new_graph(), other = new_graph();
  cudaGraphNode_t node, inner, flat, several, foreign;
  MUST(cudaGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, p.pinned_to, numbers, 16, 0, out));
  MUST(cudaGraphAddMemcpyNodeFromSymbol(&inner, graph, nullptr, 0, p.device_to, numbers, 8, 32, within));
  MUST(cudaGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, p.device_to + 16, p.device_from, 16, within));
  const CopyParams rows = copy_of(p.device_to + 32, p.device_from, 16, 3, 1, within);
  MUST(cudaGraphAddMemcpyNode(&several, graph, nullptr, 0, &rows));
  MUST(cudaGraphAddMemcpyNodeFromSymbol(&foreign, other, nullptr, 0, p.pinned_to, numbers, 16, 0, out));
  auto empty = empty_node(graph);
  auto exec = instantiate(graph);
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(nullptr, node, p.pinned_to, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, nullptr, p.pinned_to, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, foreign, p.pinned_to, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, empty, p.pinned_to, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, several, p.device_to, numbers, 16, 0, within));
  std::printf("refused parameters\n");
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, host_variable, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, nullptr, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, nullptr, numbers, 16, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 0, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 65, 0, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 16, 52, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 4, 64, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.device_to, numbers, 16, 0, within));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 16, 0, cudaMemcpyDefault));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 16, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to, numbers, 16, 0, cudaMemcpyKind(9)));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, inner, p.pageable_to, numbers, 16, 0, within));
  run_and_show(p, exec);
  std::printf("changes\n");
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pinned_to + 7, numbers, 12, 4, out));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, inner, p.device_to + 1, others, 4, 60, within));
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, flat, p.device_to + 16, constants, 64, 0, within));
  run_and_show(p, exec);
  SHOW(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, p.pageable_to + 3, constants, 4, 60, out));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, inner, p.device_to, p.device_from, 16, within));
  run_and_show(p, exec);
  std::printf("the graph keeps its own\n");
  run_and_show(p, instantiate(graph));
}

static void show_symbols() {
  std::vector<int> values(16);
  MUST(cudaMemcpyFromSymbol(values.data(), numbers, 64));
  show_row("numbers", values);
  MUST(cudaMemcpyFromSymbol(values.data(), others, 64));
  show_row("others", values);
  MUST(cudaMemcpyFromSymbol(values.data(), constants, 64));
  show_row("constants", values);
}

// cudaGraphExecMemcpyNodeSetParamsToSymbol: other places, lengths and symbols of a copy to a symbol; what is refused.
CASE(graph_exec_memcpy_node_set_params_to_symbol) {
  CopyPlaces p;
  number_them<<<1, 1>>>();
  const auto in = cudaMemcpyHostToDevice, within = cudaMemcpyDeviceToDevice;
  auto graph = new_graph(), other = new_graph();
  cudaGraphNode_t node, inner, flat, several, foreign;
  MUST(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, numbers, p.pinned_from, 16, 0, in));
  MUST(cudaGraphAddMemcpyNodeToSymbol(&inner, graph, nullptr, 0, numbers, p.device_from, 8, 32, within));
  MUST(cudaGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, p.device_to, p.device_from, 16, within));
  const CopyParams rows = copy_of(p.device_to + 32, p.device_from, 16, 3, 1, within);
  MUST(cudaGraphAddMemcpyNode(&several, graph, nullptr, 0, &rows));
  MUST(cudaGraphAddMemcpyNodeToSymbol(&foreign, other, nullptr, 0, numbers, p.pinned_from, 16, 0, in));
  auto empty = empty_node(graph);
  auto exec = instantiate(graph);
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(nullptr, node, numbers, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, nullptr, numbers, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, foreign, numbers, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, empty, numbers, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, several, numbers, p.device_from, 16, 0, within));
  std::printf("refused parameters\n");
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, host_variable, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, nullptr, p.pinned_from, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, nullptr, 16, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 0, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 65, 0, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 16, 52, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 4, 64, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.device_from, 16, 0, within));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 16, 0, cudaMemcpyDefault));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 16, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from, 16, 0, cudaMemcpyKind(9)));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, inner, numbers, p.pageable_from, 16, 0, within));
  run_once(exec);
  show_symbols();
  std::printf("changes\n");
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, numbers, p.pinned_from + 50, 12, 4, in));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, inner, others, p.device_from + 70, 4, 60, within));
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, flat, constants, p.device_from + 90, 64, 0, within));
  run_once(exec);
  show_symbols();
  SHOW(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, constants, p.pageable_from + 30, 4, 60, in));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, inner, p.device_to, p.device_from, 16, within));
  run_once(exec);
  show_symbols();
  number_them<<<1, 1>>>();
  std::printf("the graph keeps its own\n");
  run_once(instantiate(graph));
  show_symbols();
}

static cudaMemsetParams fill_of(int *to, unsigned value, unsigned element, std::size_t width, std::size_t height) {
  cudaMemsetParams params = {};
  params.dst = to;
  params.pitch = 32;
  params.value = value;
  params.elementSize = element;
  params.width = width;
  params.height = height;
  return params;
}

// cudaGraphExecMemsetNodeSetParams: which changes of fills there are, of one row and of several; refused parameters.
// (Null parameters make hardware crash.)
CASE(graph_exec_memset_node_set_params) {
  CopyPlaces p;
  const struct {
    const char *name;
    cudaMemsetParams params;
  } fills[] = {{"a row", fill_of(p.device_to, 5, 4, 3, 1)},
               {"a row of bytes", fill_of(p.device_to, 1, 1, 8, 1)},
               {"three rows", fill_of(p.device_to, 5, 4, 3, 3)},
               {"three rows without gaps", fill_of(p.device_to, 5, 4, 8, 3)},
               {"a row of managed memory", fill_of(p.managed_to, 5, 4, 3, 1)}};
  const struct {
    const char *name;
    std::function<void(cudaMemsetParams &)> apply;
    bool may_run = true;
  } changes[] = {{"nothing", [](cudaMemsetParams &) {}},
                 {"value", [](cudaMemsetParams &f) { f.value = 9; }},
                 {"value of more bytes than an element", [](cudaMemsetParams &f) { f.value = 0x1ff; }},
                 {"destination", [](cudaMemsetParams &f) { f.dst = static_cast<int *>(f.dst) + 64; }},
                 {"place, misaligned", [](cudaMemsetParams &f) { f.dst = static_cast<char *>(f.dst) + 1; }, false},
                 {"narrower", [](cudaMemsetParams &f) { f.width = 2; }},
                 {"wider", [](cudaMemsetParams &f) { f.width = 7; }},
                 {"one row", [](cudaMemsetParams &f) { f.height = 1; }},
                 {"two rows", [](cudaMemsetParams &f) { f.height = 2; }},
                 {"four rows", [](cudaMemsetParams &f) { f.height = 4; }},
                 {"pitch", [](cudaMemsetParams &f) { f.pitch = 64; }},
                 {"pitch too small", [](cudaMemsetParams &f) { f.pitch = 4; }, false},
                 {"elements of one byte", [](cudaMemsetParams &f) { f.elementSize = 1; }},
                 {"as many bytes, elements of two bytes",
                  [](cudaMemsetParams &f) { f.width = f.width * f.elementSize / 2, f.elementSize = 2; }},
                 {"elements of two bytes", [](cudaMemsetParams &f) { f.elementSize = 2; }},
                 {"elements of four bytes", [](cudaMemsetParams &f) { f.elementSize = 4; }},
                 {"elements of three bytes", [](cudaMemsetParams &f) { f.elementSize = 3; }},
                 {"elements of eight bytes", [](cudaMemsetParams &f) { f.elementSize = 8; }},
                 {"elements of no bytes", [](cudaMemsetParams &f) { f.elementSize = 0; }},
                 {"no width", [](cudaMemsetParams &f) { f.width = 0; }},
                 {"no rows", [](cudaMemsetParams &f) { f.height = 0; }},
                 {"no destination", [](cudaMemsetParams &f) { f.dst = nullptr; }, false},
                 {"the device", [&p](cudaMemsetParams &f) { f.dst = p.device_to; }},
                 {"pinned memory", [&p](cudaMemsetParams &f) { f.dst = p.pinned_to; }},
                 {"managed memory", [&p](cudaMemsetParams &f) { f.dst = p.managed_to; }},
                 {"pageable memory", [&p](cudaMemsetParams &f) { f.dst = p.pageable_to; }, false}};
  cudaGraphNode_t node, foreign;
  auto other = new_graph();
  MUST(cudaGraphAddMemsetNode(&foreign, other, nullptr, 0, &fills[0].params));
  for (const auto &fill : fills) {
    std::printf("%s\n", fill.name);
    auto graph = new_graph();
    MUST(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill.params));
    for (const auto &change : changes) {
      auto exec = instantiate(graph);
      cudaMemsetParams changed = fill.params;
      change.apply(changed);
      const cudaError_t error = cudaGraphExecMemsetNodeSetParams(exec, node, &changed);
      std::printf("  %s: %s\n", change.name, name_of(error));
      if (error == cudaSuccess && change.may_run) run_and_show(p, exec);
      MUST(cudaGraphExecDestroy(exec));
    }
  }
  std::printf("handles\n");
  auto graph = new_graph();
  MUST(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fills[0].params));
  auto empty = empty_node(graph);
  auto exec = instantiate(graph);
  auto changed = fills[0].params;
  changed.value = 7;
  SHOW(cudaGraphExecMemsetNodeSetParams(nullptr, node, &changed));
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, nullptr, &changed));
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, foreign, &changed));
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, empty, &changed));
  auto bad = changed;
  bad.elementSize = 3;
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, node, &bad));
  run_and_show(p, exec);
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, node, &changed));
  run_and_show(p, exec);
  cudaMemsetParams got;
  MUST(cudaGraphMemsetNodeGetParams(node, &got));
  show_value("the graph keeps its own", got.value);
}
