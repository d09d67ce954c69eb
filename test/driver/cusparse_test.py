# SPDX-License-Identifier: Apache-2.0
"""cuSPARSE against plain evaluation (test/cusparse), and as the tools see it; its transcripts are in test/conformance/libraries."""
import pathlib

import riffle_case
from riffle_case import RiffleCase

PROGRAMS = pathlib.Path(__file__).resolve().parents[1] / "cusparse"

# A kernel writes what a product in another stream reads; with an argument, ordered by an event.
STREAMS = """\
#include <cusparse.h>
__global__ void fill(double* x) { x[threadIdx.x] = 1; }
int main(int count, char**) {
  int *offsets, *columns;
  double *values, *x, *y;
  cudaMallocManaged(&offsets, 33 * sizeof(int));
  cudaMallocManaged(&columns, 32 * sizeof(int));
  cudaMallocManaged(&values, 32 * sizeof(double));
  for (int i = 0; i < 32; ++i) offsets[i] = columns[i] = i, values[i] = 2;
  offsets[32] = 32;
  cudaMalloc(&x, 32 * sizeof(double));
  cudaMalloc(&y, 32 * sizeof(double));
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cusparseHandle_t handle;
  cusparseCreate(&handle);
  cusparseSetStream(handle, two);
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t vx, vy;
  cusparseCreateCsr(&a, 32, 32, 32, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
  cusparseCreateDnVec(&vx, 32, x, CUDA_R_64F);
  cusparseCreateDnVec(&vy, 32, y, CUDA_R_64F);
  const double alpha = 1, beta = 0;
  fill<<<1, 32, 0, one>>>(x);
  if (count > 1) {
    cudaEvent_t filled;
    cudaEventCreate(&filled);
    cudaEventRecord(filled, one);
    cudaStreamWaitEvent(two, filled, 0);
    cudaEventDestroy(filled);
  }
  cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, vx, &beta, vy, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
  cudaDeviceSynchronize();
  cusparseDestroySpMat(a);
  cusparseDestroyDnVec(vx);
  cusparseDestroyDnVec(vy);
  cusparseDestroy(handle);
  cudaFree(offsets);
  cudaFree(columns);
  cudaFree(values);
  cudaFree(x);
  cudaFree(y);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  return 0;
}
"""

REFUSALS = """\
#include <cusparse.h>
#include <stdio.h>
int main(void) {
  cusparseSpMMOpPlan_t plan = 0;
  printf("%d %d %d\\n", cusparseSpMMOp(plan, 0), cusparseSpMMOp(plan, 0), cusparseSpMMOp_destroyPlan(plan));
  return 0;
}
"""


class Cusparse(RiffleCase):
    def compare(self, name):
        self.compile("-std=c++17", "-O1", f"-I{PROGRAMS}", str(PROGRAMS / f"{name}.cu"), "-o", name, "-lcusparse")
        result = self.program(name)
        self.assertRegex(result.stdout, r"\A0 of [1-9][0-9]* comparisons wrong\n\Z")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_products(self):
        self.compare("products")

    def test_patterns(self):
        self.compare("patterns")

    def test_solves(self):
        self.compare("solves")

    def test_blocks(self):
        self.compare("blocks")

    def test_prune(self):
        self.compare("prune")

    def test_refusals(self):
        self.write("x.c", REFUSALS)
        self.compile("x.c", "-o", "x", "-lcusparse")
        result = self.program("x")
        self.assertEqual(result.stdout, "10 10 10\n")
        self.assertEqual(result.stderr, "riffle: cusparseSpMMOp is not supported yet\nriffle: cusparseSpMMOp_destroyPlan is not supported yet\n")

    def test_check_sees_what_a_product_reads(self):
        self.write("streams.cu", STREAMS)
        self.compile("streams.cu", "-g", "-o", "streams", "-lcusparse")
        racy = self.riffle("check", self.path("streams"))
        self.assertIn("riffle check: 1 error", racy.stderr)
        self.assertRegex(racy.stderr, r"race: kernel fill\(double\*\) and kernel .*spmv_rows<double>")
        ordered = self.riffle("check", self.path("streams"), "ordered")
        self.assertEqual((ordered.returncode, ordered.stderr), (0, "riffle check: 0 errors\n"))

    def test_trace_names_the_kernels(self):
        self.write("streams.cu", STREAMS)
        self.compile("streams.cu", "-o", "streams", "-lcusparse")
        result = self.riffle("trace", "-o", self.path("trace.json"), self.path("streams"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("spmv_rows", self.read("trace.json"))


riffle_case.main()
