// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecMemsetNodeSetParams: which changes of fills there are, of one row and of several; refused parameters.
// (Null parameters make hardware crash.)
#include <functional>

#include "../../graphs/copy_changes.h"

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

CASES() {
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
