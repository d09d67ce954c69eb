// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecMemcpyNodeSetParams1D: places and lengths of copies of one row; what is refused, and what that leaves.
#include "../../gate.h"
#include "../../graphs/copy_changes.h"

CASES() {
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
