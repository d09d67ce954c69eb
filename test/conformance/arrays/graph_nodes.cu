// SPDX-License-Identifier: Apache-2.0
// Copies with arrays in graphs: nodes that are added, changed and captured, and what they say about themselves.
#include "array_helpers.h"

static cudaArray_t a, b;
static std::vector<unsigned> image(16), back(16);

static void show_node(const char *what, cudaGraphNode_t node) {
  cudaMemcpy3DParms p = {};
  cudaError_t error = cudaGraphMemcpyNodeGetParams(node, &p);
  auto side = [](cudaArray_t array, const cudaPitchedPtr &pointer, const cudaPos &at) {
    std::printf(" %s pitch %d size %d %d at %d %d %d", array == a ? "a" : array == b ? "b" : array ? "array" : pointer.ptr ? "memory" : "null",
                int(pointer.pitch), int(pointer.xsize), int(pointer.ysize), int(at.x), int(at.y), int(at.z));
  };
  std::printf("%s: %s, from", what, name_of(error));
  side(p.srcArray, p.srcPtr, p.srcPos);
  std::printf(", to");
  side(p.dstArray, p.dstPtr, p.dstPos);
  std::printf(", extent %d %d %d kind %d\n", int(p.extent.width), int(p.extent.height), int(p.extent.depth), int(p.kind));
}

static void run(cudaGraph_t graph, const char *what) {
  std::fill(back.begin(), back.end(), 0);
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaDeviceSynchronize());
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaMemcpy2DFromArray(back.data(), 16, b, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
  show_hex_row(what, back);
  std::vector<unsigned> zeros(16);
  MUST(cudaMemcpy2DToArray(b, 0, 0, zeros.data(), 16, 16, 4, cudaMemcpyHostToDevice));
}

template <class Call>
static void capture(const char *what, cudaStream_t stream, Call call) {
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaError_t error = call();
  cudaGraph_t graph = nullptr;
  MUST(cudaStreamEndCapture(stream, &graph));
  std::size_t count = 0;
  MUST(cudaGraphGetNodes(graph, nullptr, &count));
  std::vector<cudaGraphNode_t> nodes(count);
  MUST(cudaGraphGetNodes(graph, nodes.data(), &count));
  std::printf("%s: %s, %d nodes\n", what, name_of(error), int(count));
  for (auto node : nodes) show_node("  node", node);
  run(graph, "  b");
  MUST(cudaGraphDestroy(graph));
}

int main() {
  auto format = cudaCreateChannelDesc<unsigned>();
  MUST(cudaMallocArray(&a, &format, 4, 4));
  MUST(cudaMallocArray(&b, &format, 4, 4));
  for (unsigned i = 0; i < 16; ++i) image[i] = 0x11 + i;
  MUST(cudaMemcpy2DToArray(a, 0, 0, image.data(), 16, 16, 4, cudaMemcpyHostToDevice));
  clear(b, 16, 4);
  unsigned *pinned;
  MUST(cudaMallocHost(&pinned, 64));
  for (unsigned i = 0; i < 16; ++i) pinned[i] = 0x21 + i;

  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  cudaMemcpy3DParms p = {};
  p.srcArray = a;
  p.dstArray = b;
  p.dstPos = make_cudaPos(1, 1, 0);
  p.extent = make_cudaExtent(2, 3, 1);
  p.kind = cudaMemcpyDeviceToDevice;
  cudaGraphNode_t node;
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &p));
  show_node("array to array", node);
  run(graph, "b");
  cudaMemcpy3DParms q = {};
  q.srcPtr = make_cudaPitchedPtr(pinned, 16, 4, 4);
  q.srcPos = make_cudaPos(1, 1, 0);
  q.dstArray = b;
  q.extent = make_cudaExtent(2, 2, 1);
  q.kind = cudaMemcpyHostToDevice;
  SHOW(cudaGraphMemcpyNodeSetParams(node, &q));
  show_node("memory to array", node);
  run(graph, "b");
  q.kind = cudaMemcpyDefault;
  SHOW(cudaGraphMemcpyNodeSetParams(node, &q));
  q.kind = cudaMemcpyDeviceToHost;
  SHOW(cudaGraphMemcpyNodeSetParams(node, &q));
  q.kind = cudaMemcpyHostToDevice;
  q.dstPos.x = 3;
  SHOW(cudaGraphMemcpyNodeSetParams(node, &q));
  q.dstPos.x = 0;
  q.srcArray = a;
  SHOW(cudaGraphMemcpyNodeSetParams(node, &q));
  q.srcArray = nullptr;
  q.extent.depth = 2;
  SHOW(cudaGraphMemcpyNodeSetParams(node, &q));
  q.extent.depth = 1;
  SHOW(cudaGraphMemcpyNodeSetParams(node, &p));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  capture("2D to array", s, [&] { return cudaMemcpy2DToArrayAsync(b, 4, 1, pinned, 16, 8, 2, cudaMemcpyHostToDevice, s); });
  capture("2D from array", s, [&] { return cudaMemcpy2DFromArrayAsync(pinned, 16, a, 4, 1, 8, 2, cudaMemcpyDeviceToHost, s); });
  capture("to array, one row", s, [&] { return cudaMemcpyToArrayAsync(b, 4, 1, pinned, 8, cudaMemcpyHostToDevice, s); });
  capture("to array, rows", s, [&] { return cudaMemcpyToArrayAsync(b, 0, 0, pinned, 32, cudaMemcpyHostToDevice, s); });
  capture("to array, bent", s, [&] { return cudaMemcpyToArrayAsync(b, 8, 0, pinned, 32, cudaMemcpyHostToDevice, s); });
  capture("nothing", s, [&] { return cudaMemcpy2DToArrayAsync(b, 4, 1, pinned, 16, 0, 2, cudaMemcpyHostToDevice, s); });
  p.dstPos = make_cudaPos(2, 0, 0);
  capture("3D between arrays", s, [&] { return cudaMemcpy3DAsync(&p, s); });
  capture("3D from memory", s, [&] { return cudaMemcpy3DAsync(&q, s); });
}
