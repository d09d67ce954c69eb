// SPDX-License-Identifier: Apache-2.0
// An executable graph that takes all parameters of another graph.
#include "../../cases.h"
#include "../../gate.h"
#include "../../graphs/nodes.h"
#include "../../graphs/copy_changes.h"

namespace graph_exec_update_ {
static DeviceArray<int> *words;
static cudaGraphExec_t exec;

static void update(const char *what, cudaGraph_t graph, const std::vector<cudaGraphNode_t> &known) {
  cudaGraphExecUpdateResultInfo info;
  std::memset(&info, 0x55, sizeof info);
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  const cudaGraphNode_t named[] = {info.errorNode, info.errorFromNode};
  const std::vector<int> places = places_in(known, named, 2);
  std::printf("%s: %s, result %d, node %d, from %d\n", what, name_of(error), int(info.result), places[0], places[1]);
}

static void run_and_show() {
  MUST(cudaMemset(words->get(), 0, 32));
  run_once(exec);
  show_row("  words", words->read());
}

static cudaGraphNode_t kernel_with(cudaGraph_t graph, int *p, int n, void *function, unsigned threads) {
  KernelParams params(p, n, function);
  params.params.blockDim = threads;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, params));
  return node;
}

static cudaGraphNode_t fill_node(cudaGraph_t graph, const cudaMemsetParams &params) {
  cudaGraphNode_t node;
  MUST(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &params));
  return node;
}

static cudaGraphNode_t child_node(cudaGraph_t graph, cudaGraph_t inner) {
  cudaGraphNode_t node;
  MUST(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, inner));
  return node;
}

// cudaGraphExecUpdate: the result and the node that it names, for each difference that graphs may have; a refused
// update changes nothing.
CASE(graph_exec_update) {
  prepare_gates();
  DeviceArray<int> memory(8);
  words = &memory;
  int calls = 0;
  auto one = new_graph();
  auto k = kernel_node(one, memory, 1);
  exec = instantiate(one);
  std::printf("arguments\n");
  SHOW(cudaGraphExecUpdate(nullptr, one, nullptr));
  SHOW(cudaGraphExecUpdate(exec, nullptr, nullptr));
  cudaGraphExecUpdateResultInfo info;
  info.result = static_cast<cudaGraphExecUpdateResult>(77);
  SHOW(cudaGraphExecUpdate(exec, nullptr, &info));
  show_value("result", info.result);
  SHOW(cudaGraphExecUpdate(exec, one, nullptr));
  std::printf("kernels\n");
  auto g = new_graph();
  auto n = kernel_with(g, memory + 1, 7, (void *)add_number, 2);
  update("arguments and shape", g, {n});
  run_and_show();
  g = new_graph();
  n = kernel_with(g, memory + 2, 7, (void *)add_other, 1);
  update("function", g, {n});
  run_and_show();
  cudaLaunchAttributeValue value = {};
  value.cooperative = 1;
  MUST(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributeCooperative, &value));
  update("cooperative", g, {n});
  value = {};
  MUST(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributeCooperative, &value));
  value.priority = -1;
  MUST(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributePriority, &value));
  update("priority", g, {n});
  g = new_graph();
  n = empty_node(g);
  update("an empty node", g, {n});
  g = new_graph();
  update("no nodes", g, {n});
  g = new_graph();
  n = kernel_node(g, memory, 1);
  update("one more", g, {n, kernel_node(g, memory, 1)});
  run_and_show();
  update("its own graph", one, {k});
  run_and_show();

  std::printf("edges\n");
  auto pair = new_graph();
  auto a = kernel_node(pair, memory, 1), b = kernel_node(pair, memory + 1, 1, {a});
  exec = instantiate(pair);
  g = new_graph();
  auto x = kernel_node(g, memory, 2), y = kernel_node(g, memory + 1, 2);
  update("none", g, {x, y});
  MUST(cudaGraphAddDependencies(g, &y, &x, nullptr, 1));
  update("the other way round", g, {x, y});
  MUST(cudaGraphRemoveDependencies(g, &y, &x, nullptr, 1));
  cudaGraphEdgeData data = {};
  data.type = cudaGraphDependencyTypeProgrammatic;
  data.from_port = cudaGraphKernelNodePortProgrammatic;
  MUST(cudaGraphAddDependencies(g, &x, &y, &data, 1));
  update("programmatic", g, {x, y});
  MUST(cudaGraphRemoveDependencies(g, &x, &y, nullptr, 1));
  MUST(cudaGraphAddDependencies(g, &x, &y, nullptr, 1));
  update("the same", g, {x, y});
  run_and_show();
  auto loose = new_graph();
  kernel_node(loose, memory, 1);
  kernel_node(loose, memory + 1, 1);
  exec = instantiate(loose);
  update("one more edge", pair, {a, b});

  std::printf("which node is compared with which\n");
  auto mixed = new_graph();
  kernel_node(mixed, memory, 1);
  fill_node(mixed, memset_params(memory + 1, 1, 1));
  empty_node(mixed);
  exec = instantiate(mixed);
  g = new_graph();
  auto f = fill_node(g, memset_params(memory + 1, 2, 1));
  x = kernel_node(g, memory, 2), y = empty_node(g);
  update("a fill before a kernel", g, {f, x, y});
  MUST(cudaGraphAddDependencies(g, &f, &y, nullptr, 1));
  MUST(cudaGraphRemoveDependencies(g, &f, &y, nullptr, 1));
  update("the fill has had an edge", g, {f, x, y});
  auto chain = new_graph();
  a = kernel_node(chain, memory, 1);
  b = empty_node(chain, {a});
  fill_node(chain, memset_params(memory + 1, 1, 1));
  MUST(cudaGraphAddDependencies(chain, &b, &a, nullptr, 1));
  MUST(cudaGraphRemoveDependencies(chain, &a, &b, nullptr, 1));
  exec = instantiate(chain);
  g = new_graph();
  y = empty_node(g), x = kernel_node(g, memory, 2, {y}), f = fill_node(g, memset_params(memory + 1, 2, 1));
  update("made in another order", g, {x, y, f});
  g = new_graph();
  f = fill_node(g, memset_params(memory + 1, 2, 1));
  y = empty_node(g), x = kernel_node(g, memory, 2, {y});
  update("ends in another order", g, {x, y, f});
  auto join = new_graph();
  a = kernel_node(join, memory, 1), b = empty_node(join);
  host_node(join, do_nothing, nullptr, {a, b});
  exec = instantiate(join);
  g = new_graph();
  x = kernel_node(g, memory, 2), y = empty_node(g);
  auto h = host_node(g, do_nothing, nullptr, {y, x});
  update("edges in another order", g, {x, y, h});
  g = new_graph();
  y = empty_node(g), x = kernel_node(g, memory, 2), h = host_node(g, do_nothing, nullptr, {x, y});
  update("nodes in another order", g, {x, y, h});
  g = new_graph();
  x = kernel_node(g, memory, 2), y = empty_node(g, {x}), h = host_node(g, do_nothing, nullptr, {y});
  update("a chain", g, {x, y, h});
  g = new_graph();
  x = kernel_node(g, memory, 2), y = empty_node(g), h = host_node(g, do_nothing, nullptr, {x});
  update("two ends", g, {x, y, h});
  g = new_graph();
  x = kernel_node(g, memory, 2), y = kernel_node(g, memory, 2, {x}), h = empty_node(g, {x, y});
  update("another shape and other kinds", g, {x, y, h});
  auto fork = new_graph();
  a = kernel_node(fork, memory, 1);
  host_node(fork, do_nothing, nullptr, {a});
  empty_node(fork, {a});
  exec = instantiate(fork);
  g = new_graph();
  x = kernel_node(g, memory, 2), y = kernel_node(g, memory, 2);
  update("two chains", g, {x, y, host_node(g, do_nothing, nullptr, {x})});
  g = new_graph();
  x = kernel_node(g, memory, 2);
  y = empty_node(g, {x}), h = host_node(g, do_nothing, nullptr, {x});
  update("branches in another order", g, {x, y, h});

  std::printf("fills\n");
  auto rows = memset_params(memory, 3, 2);
  rows.height = 2;
  rows.pitch = 16;
  auto fills = new_graph();
  fill_node(fills, memset_params(memory, 1, 1));
  exec = instantiate(fills);
  g = new_graph();
  update("place, value and width", g, {fill_node(g, memset_params(memory + 1, 2, 3))});
  run_and_show();
  g = new_graph();
  update("size of elements", g, {fill_node(g, memset_params(memory, 2, 4, 1))});
  run_and_show();
  g = new_graph();
  update("rows", g, {fill_node(g, rows)});
  run_and_show();
  exec = instantiate(g);
  g = new_graph();
  rows.value = 4;
  rows.dst = memory + 2;
  update("place and value of rows", g, {fill_node(g, rows)});
  run_and_show();
  rows.width = 1;
  g = new_graph();
  update("width of rows", g, {fill_node(g, rows)});
  run_and_show();

  std::printf("host functions, events, child graphs\n");
  auto hosts = new_graph();
  host_node(hosts, do_nothing, nullptr);
  exec = instantiate(hosts);
  g = new_graph();
  update("host function", g, {host_node(g, count_call, &calls)});
  run_once(exec);
  show_value("calls", calls);
  cudaEvent_t first, second;
  MUST(cudaEventCreate(&first));
  MUST(cudaEventCreate(&second));
  auto events = new_graph();
  MUST(cudaGraphAddEventRecordNode(&n, events, nullptr, 0, first));
  exec = instantiate(events);
  g = new_graph();
  MUST(cudaGraphAddEventRecordNode(&n, g, nullptr, 0, second));
  update("recorded event", g, {n});
  g = new_graph();
  MUST(cudaGraphAddEventWaitNode(&n, g, nullptr, 0, first));
  update("a wait", g, {n});
  auto outer = new_graph();
  child_node(outer, one);
  exec = instantiate(outer);
  g = new_graph();
  auto inner = new_graph();
  kernel_node(inner, memory + 5, 5);
  update("child graph", g, {child_node(g, inner)});
  run_and_show();
  g = new_graph();
  update("larger child graph", g, {child_node(g, pair)});
  g = new_graph();
  inner = new_graph();
  empty_node(inner);
  update("other node in the child graph", g, {child_node(g, inner)});
  g = new_graph();
  update("no child graph", g, {empty_node(g)});
  run_and_show();

  std::printf("one bad node among good ones\n");
  auto two = new_graph();
  kernel_node(two, memory, 1);
  fill_node(two, memset_params(memory + 1, 1, 1));
  exec = instantiate(two);
  g = new_graph();
  x = kernel_node(g, memory + 2, 9);
  update("the second", g, {x, empty_node(g, {})});
  run_and_show();
  show_last_error("afterwards");
  std::printf("while a launch is pending\n");
  exec = instantiate(one);
  g = new_graph();
  kernel_node(g, memory + 1, 1);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaMemset(memory, 0, 32));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    MUST(cudaGraphLaunch(exec, stream));
    SHOW(cudaGraphExecUpdate(exec, g, nullptr));
    SHOW(cudaGraphDestroy(g));
    MUST(cudaGraphLaunch(exec, stream));
  }
  MUST(cudaStreamSynchronize(stream));
  show_row("  words", memory.read());
}
}  // namespace graph_exec_update_

// cudaGraphExecUpdate: where it answers a change of a copy as cudaGraphExecMemcpyNodeSetParams does not.
CASE(graph_exec_update_copies) {
  CopyPlaces places;
  auto how = [](cudaGraphExec_t exec, cudaGraphNode_t, const CopyParams &changed) {
    auto graph = new_graph();
    cudaGraphNode_t node;
    cudaError_t error = cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &changed);
    if (error == cudaSuccess) {
      cudaGraphExecUpdateResultInfo info = {};
      error = cudaGraphExecUpdate(exec, graph, &info);
      if (error == cudaErrorGraphExecUpdateFailure && info.result == cudaGraphExecUpdateErrorParametersChanged &&
          info.errorNode == node)
        error = cudaErrorInvalidValue;
    }
    MUST(cudaGraphDestroy(graph));
    return error;
  };
  show_other_answers(memory_copies(places), memory_changes(places), how);
  show_other_answers(array_copies(places), array_changes(places), how);
}

namespace graph_exec_update_memory_ {
static void update(const char *what, cudaGraphExec_t exec, cudaGraph_t graph) {
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  std::printf("%s: %s, result %d, node %s\n", what, name_of(error), int(info.result),
              info.errorNode != nullptr ? "named" : "none");
}

static void run(cudaGraphExec_t exec) {
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaDeviceSynchronize());
}

static cudaGraph_t graph_with_memory(std::size_t bytes) {
  auto graph = new_graph();
  auto memory = alloc_params(bytes);
  cudaGraphNode_t alloc, freed;
  MUST(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory));
  MUST(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, memory.dptr));
  return graph;
}

static cudaGraph_t graph_with_condition(cudaGraphConditionalNodeType type, unsigned value, int *p, int n) {
  auto graph = new_graph();
  cudaGraphConditionalHandle handle;
  MUST(cudaGraphConditionalHandleCreate(&handle, graph, value, cudaGraphCondAssignDefault));
  cudaGraphNodeParams condition = {};
  condition.type = cudaGraphNodeTypeConditional;
  condition.conditional.handle = handle;
  condition.conditional.type = type;
  condition.conditional.size = 1;
  cudaGraphNode_t node;
  MUST(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &condition));
  kernel_node(condition.conditional.phGraph_out[0], p, n);
  return graph;
}

// cudaGraphExecUpdate: graphs with memory nodes and with conditional nodes.
CASE(graph_exec_update_memory) {
  DeviceArray<int> word(1);
  auto first = graph_with_memory(1024), same = graph_with_memory(1024), larger = graph_with_memory(4096);
  auto plain = new_graph();
  kernel_node(plain, word, 1);
  auto exec = instantiate(first);
  run(exec);
  update("its own graph", exec, first);
  update("another of the same size", exec, same);
  update("a larger one", exec, larger);
  update("none", exec, plain);
  run(exec);

  std::printf("conditions\n");
  auto taken = graph_with_condition(cudaGraphCondTypeIf, 1, word, 1);
  auto more = graph_with_condition(cudaGraphCondTypeIf, 1, word, 10);
  auto skipped = graph_with_condition(cudaGraphCondTypeIf, 0, word, 100);
  auto choice = graph_with_condition(cudaGraphCondTypeSwitch, 0, word, 1000);
  exec = instantiate(taken);
  run(exec);
  show_value("word", word.read()[0]);
  update("its own graph", exec, taken);
  run(exec);
  show_value("word", word.read()[0]);
  update("another body", exec, more);
  run(exec);
  show_value("word", word.read()[0]);
  update("another default", exec, skipped);
  run(exec);
  show_value("word", word.read()[0]);
  update("another kind", exec, choice);
  update("none", exec, plain);
  run(exec);
  show_value("word", word.read()[0]);
}
}  // namespace graph_exec_update_memory_
