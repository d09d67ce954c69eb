// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuGraphAddBatchMemOpNode, cuGraphBatchMemOpNodeGetParams, cuGraphBatchMemOpNodeSetParams, cuGraphExecBatchMemOpNodeSetParams,
// cuGraphAddNode: stream memory operations in graphs and in captures.
#include "driver.h"

static CUstreamBatchMemOpParams writes(CUdeviceptr address, unsigned value) {
  CUstreamBatchMemOpParams op = {};
  op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  op.writeValue.address = address;
  op.writeValue.value = value;
  return op;
}

static CUstreamBatchMemOpParams waits(CUdeviceptr address, unsigned value) {
  CUstreamBatchMemOpParams op = {};
  op.waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  op.waitValue.address = address;
  op.waitValue.value = value;
  op.waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  return op;
}

int main() {
  CUcontext context = use_primary();
  CUstream stream, other;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  MUST(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
  CUdeviceptr a = allocate(64);
  MUST(cuCtxSynchronize());
  CUgraph graph;
  MUST(cuGraphCreate(&graph, 0));

  std::printf("-- nodes\n");
  CUstreamBatchMemOpParams ops[3] = {waits(a, 1), writes(a + 4, 5), writes(a + 8, 6)};
  CUDA_BATCH_MEM_OP_NODE_PARAMS params = {};
  params.ctx = context;
  params.count = 3;
  params.paramArray = ops;
  CUgraphNode node = nullptr;
  SHOW(cuGraphAddBatchMemOpNode(nullptr, graph, nullptr, 0, &params));
  SHOW(cuGraphAddBatchMemOpNode(&node, nullptr, nullptr, 0, &params));
  SHOW(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, nullptr));
  params.flags = 1;
  SHOW(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &params));
  params.flags = 0;
  params.paramArray = nullptr;
  SHOW(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &params));
  params.paramArray = ops;
  params.count = 257;
  std::vector<CUstreamBatchMemOpParams> many(257, writes(a, 1));
  params.paramArray = many.data();
  SHOW(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &params));
  params.count = 0;
  SHOW(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &params));
  params.count = 3;
  params.paramArray = ops;
  params.ctx = nullptr;
  CUgraph scratch;
  MUST(cuGraphCreate(&scratch, 0));
  SHOW(cuGraphAddBatchMemOpNode(&node, scratch, nullptr, 0, &params));
  MUST(cuGraphDestroy(scratch));
  params.ctx = context;
  ops[1].writeValue.address = a + 2;
  MUST(cuGraphCreate(&scratch, 0));
  SHOW(cuGraphAddBatchMemOpNode(&node, scratch, nullptr, 0, &params));
  ops[1].writeValue.address = 0;
  SHOW(cuGraphAddBatchMemOpNode(&node, scratch, nullptr, 0, &params));
  ops[1] = writes(a + 4, 5);
  ops[1].writeValue.flags = 77;
  SHOW(cuGraphAddBatchMemOpNode(&node, scratch, nullptr, 0, &params));
  ops[1] = writes(a + 4, 5);
  ops[1].operation = static_cast<CUstreamBatchMemOpType>(77);
  SHOW(cuGraphAddBatchMemOpNode(&node, scratch, nullptr, 0, &params));
  ops[1] = writes(a + 4, 5);
  MUST(cuGraphDestroy(scratch));
  SHOW(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &params));
  CUgraphNodeType type;
  SHOW(cuGraphNodeGetType(node, &type));
  show_value("type", type);

  CUDA_BATCH_MEM_OP_NODE_PARAMS got = {};
  SHOW(cuGraphBatchMemOpNodeGetParams(node, nullptr));
  SHOW(cuGraphBatchMemOpNodeGetParams(nullptr, &got));
  SHOW(cuGraphBatchMemOpNodeGetParams(node, &got));
  show_value("count", got.count);
  show_value("flags", got.flags);
  show_truth("an array of its own", got.paramArray != ops && got.paramArray != nullptr);
  show_truth("its context", got.ctx == context);
  for (unsigned i = 0; i < got.count; ++i) show_value("operation", got.paramArray[i].operation);
  if (got.count > 1) show_value("value", static_cast<long long>(got.paramArray[1].writeValue.value));

  std::printf("-- launch\n");
  CUgraphExec exec;
  SHOW(cuGraphInstantiate(&exec, graph, 0));
  SHOW(cuGraphLaunch(exec, stream));
  SHOW(cuStreamQuery(stream));
  show_hex_row("before", read<unsigned>(a, 4));
  SHOW(cuStreamWriteValue32(other, a, 1, 0));
  SHOW(cuStreamSynchronize(stream));
  show_hex_row("after", read<unsigned>(a, 4));

  std::printf("-- other parameters\n");
  CUstreamBatchMemOpParams fewer[2] = {writes(a + 12, 7), waits(a, 1)};
  CUDA_BATCH_MEM_OP_NODE_PARAMS changed = {context, 2, fewer, 0};
  SHOW(cuGraphBatchMemOpNodeSetParams(node, &changed));
  SHOW(cuGraphBatchMemOpNodeGetParams(node, &got));
  show_value("count", got.count);
  CUstreamBatchMemOpParams same[3] = {waits(a, 1), writes(a + 4, 50), writes(a + 8, 60)};
  CUDA_BATCH_MEM_OP_NODE_PARAMS second = {context, 3, same, 0};
  SHOW(cuGraphExecBatchMemOpNodeSetParams(exec, node, &second));
  SHOW(cuGraphExecBatchMemOpNodeSetParams(exec, node, nullptr));
  SHOW(cuGraphExecBatchMemOpNodeSetParams(nullptr, node, &second));
  SHOW(cuGraphLaunch(exec, stream));
  SHOW(cuStreamSynchronize(stream));
  show_hex_row("words", read<unsigned>(a, 4));
  SHOW(cuGraphExecBatchMemOpNodeSetParams(exec, node, &changed));
  SHOW(cuGraphLaunch(exec, stream));
  SHOW(cuStreamSynchronize(stream));
  show_hex_row("words", read<unsigned>(a, 4));
  MUST(cuGraphExecDestroy(exec));

  std::printf("-- the generic call\n");
  CUgraphNodeParams generic = {};
  generic.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
  generic.memOp.ctx = context;
  generic.memOp.count = 2;
  generic.memOp.paramArray = fewer;
  MUST(cuGraphCreate(&scratch, 0));
  SHOW(cuGraphAddNode(&node, scratch, nullptr, nullptr, 0, &generic));
  MUST(cuMemsetD8(a, 0, 64));
  MUST(cuCtxSynchronize());
  MUST(cuStreamWriteValue32(stream, a, 1, 0));
  SHOW(cuGraphInstantiate(&exec, scratch, 0));
  SHOW(cuGraphLaunch(exec, stream));
  SHOW(cuStreamSynchronize(stream));
  show_hex_row("words", read<unsigned>(a, 4));
  CUgraph clone;
  SHOW(cuGraphClone(&clone, scratch));
  CUgraphExecUpdateResultInfo result;
  SHOW(cuGraphExecUpdate(exec, clone, &result));
  MUST(cuGraphExecDestroy(exec));

  std::printf("-- captures\n");
  MUST(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
  SHOW(cuStreamWriteValue32(stream, a, 9, 0));
  SHOW(cuStreamWaitValue32(stream, a, 9, CU_STREAM_WAIT_VALUE_EQ));
  SHOW(cuStreamWriteValue64(stream, a + 8, 0x1234567890ull, 0));
  SHOW(cuStreamWaitValue64(stream, a + 8, 0x1234567890ull, CU_STREAM_WAIT_VALUE_EQ));
  SHOW(cuStreamBatchMemOp(stream, 2, fewer, 0));
  CUgraph captured = nullptr;
  SHOW(cuStreamEndCapture(stream, &captured));
  if (captured != nullptr) {
    std::size_t nodes = 0;
    SHOW(cuGraphGetNodes(captured, nullptr, &nodes));
    show_value("nodes", nodes);
    std::vector<CUgraphNode> all(nodes);
    MUST(cuGraphGetNodes(captured, all.data(), &nodes));
    for (CUgraphNode each : all) {
      MUST(cuGraphNodeGetType(each, &type));
      MUST(cuGraphBatchMemOpNodeGetParams(each, &got));
      std::printf("type %d, %d operations\n", int(type), int(got.count));
    }
  }
}
