// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuStreamWaitValue32, cuStreamWaitValue64, cuStreamWriteValue32, cuStreamWriteValue64, cuStreamBatchMemOp: conditions, order,
// what is refused.
#include "driver.h"

int main() {
  use_primary();
  CUstream stream, other;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  MUST(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
  CUdeviceptr a = allocate(64);
  MUST(cuCtxSynchronize());
  SHOW(cuStreamWriteValue32(stream, a, 7, CU_STREAM_WRITE_VALUE_DEFAULT));
  SHOW(cuStreamWriteValue64(stream, a + 8, 0x123456789aull, 0));
  MUST(cuStreamSynchronize(stream));
  show_hex_row("values", read<unsigned>(a, 4));
  SHOW(cuStreamWaitValue32(stream, a, 7, CU_STREAM_WAIT_VALUE_EQ));
  SHOW(cuStreamWaitValue32(stream, a, 5, CU_STREAM_WAIT_VALUE_GEQ));
  SHOW(cuStreamWaitValue32(stream, a, 2, CU_STREAM_WAIT_VALUE_AND));
  SHOW(cuStreamWaitValue32(stream, a, 2, CU_STREAM_WAIT_VALUE_NOR));
  SHOW(cuStreamWaitValue64(stream, a + 8, 0x123456789aull, CU_STREAM_WAIT_VALUE_EQ));
  SHOW(cuStreamSynchronize(stream));
  SHOW(cuStreamWaitValue32(stream, a, 100, CU_STREAM_WAIT_VALUE_EQ));
  SHOW(cuStreamQuery(stream));
  SHOW(cuStreamWriteValue32(other, a, 100, 0));
  SHOW(cuStreamSynchronize(stream));
  SHOW(cuStreamWriteValue32(stream, a + 2, 1, 0));
  SHOW(cuStreamWriteValue64(stream, a + 4, 1, 0));
  SHOW(cuStreamWriteValue32(stream, 0, 1, 0));
  SHOW(cuStreamWriteValue32(stream, a, 1, 77));
  SHOW(cuStreamWaitValue32(stream, a, 1, 77));
  SHOW(cuStreamWaitValue32(stream, a + 2, 1, 0));
  SHOW(cuStreamWaitValue32(stream, 0, 1, 0));
  CUstreamBatchMemOpParams ops[2] = {};
  ops[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  ops[0].writeValue.address = a;
  ops[0].writeValue.value = 55;
  ops[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  ops[1].waitValue.address = a;
  ops[1].waitValue.value = 55;
  ops[1].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  SHOW(cuStreamBatchMemOp(stream, 2, ops, 0));
  SHOW(cuStreamBatchMemOp(stream, 0, ops, 0));
}
