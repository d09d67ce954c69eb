# SPDX-License-Identifier: Apache-2.0
"""cuSOLVER beside its transcript (test/conformance/libraries): arguments that are refused, as documented, what is not built, graphs
and streams."""
import riffle_case
from riffle_case import RiffleCase

REFUSALS = """\
#include <cusolverDn.h>
#include <stdio.h>
int cusolverSpCreate();
int main(void) {
  cusolverDnHandle_t handle = 0;
  double a[16] = {0};
  int size = 7, major = 0;
  gesvdjInfo_t info = 0;
  size_t device, host;
  printf("%d %d %d\\n", cusolverDnCreate(0), cusolverDnCreate(&handle), cusolverDnSetStream(0, 0));
  printf("%d %d %d %d\\n", cusolverDnDpotrf_bufferSize(0, CUBLAS_FILL_MODE_LOWER, 4, a, 4, &size),
         cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, -1, a, 4, &size),
         cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 4, a, 3, &size),
         cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 4, a, 4, 0));
  printf("%d %d %d\\n", cusolverDnDgetrf(handle, 4, 4, a, 3, 0, 0, 0), cusolverDnDgetrs(handle, 7, 4, 1, a, 4, 0, a, 4, 0),
         cusolverDnDgesvd(handle, 'A', 'A', 2, 4, a, 2, a, a, 2, a, 4, a, 16, 0, 0));
  printf("%d %d\\n", cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 4, a, 4, a, a, 1, 0),
         cusolverDnDgesvdj_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, 0, 4, 4, a, 4, a, a, 4, a, 4, &size, info));
  printf("%d %d\\n", cusolverDnXpotrf_bufferSize(handle, 0, CUBLAS_FILL_MODE_LOWER, 4, CUDA_R_16F, a, 4, CUDA_R_16F, &device, &host),
         cusolverDnXpotrf_bufferSize(handle, 0, CUBLAS_FILL_MODE_LOWER, 4, CUDA_R_64F, a, 4, CUDA_R_32F, &device, &host));
  printf("%d %d\\n", cusolverGetProperty(MAJOR_VERSION, &major), major);
  printf("%d %d\\n", cusolverSpCreate(), cusolverSpCreate());
  printf("%d %d\\n", cusolverDnDestroy(handle), cusolverDnDestroy(0));
  return 0;
}
"""
REFUSED = """\
3 0 1
1 3 3 3
3 3 3
3 3
9 9
0 12
9 9
0 1
"""

WORK = """\
#include <cusolverDn.h>
#include <cstdio>
int main() {
  cusolverDnHandle_t handle;
  cudaStream_t stream;
  double *a, *b;
  int *info, *pivots;
  cusolverDnCreate(&handle);
  cudaStreamCreate(&stream);
  cusolverDnSetStream(handle, stream);
  cudaMallocManaged(&a, 4 * sizeof(double));
  cudaMallocManaged(&b, 2 * sizeof(double));
  cudaMallocManaged(&info, sizeof(int));
  cudaMallocManaged(&pivots, 2 * sizeof(int));
  const double matrix[] = {2, 1, 1, 3};
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  std::printf("captured %d", cusolverDnDgetrf(handle, 2, 2, a, 2, nullptr, pivots, info));
  std::printf(" %d\\n", cusolverDnDgetrs(handle, CUBLAS_OP_N, 2, 1, a, 2, pivots, b, 2, info));
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 1; i <= 2; ++i) {
    for (int j = 0; j < 4; ++j) a[j] = matrix[j];
    b[0] = 5 * i;
    b[1] = 10 * i;
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    std::printf("%g %g\\n", b[0], b[1]);
  }
  cusolverDnDestroy(handle);
}
"""


class Cusolver(RiffleCase):
    def test_refusals(self):
        self.write("x.c", REFUSALS)
        self.compile("x.c", "-o", "x", "-lcusolver")
        result = self.program("x")
        self.assertEqual((result.stdout, result.stderr), (REFUSED, "riffle: cusolverSpCreate is not supported yet\n"))

    def test_work(self):
        self.write("work.cu", WORK)
        self.compile("work.cu", "-o", "work", "-lcusolver")
        result = self.program("work")
        self.assertEqual((result.stdout, result.stderr), ("captured 0 0\n1 3\n2 6\n", ""))


riffle_case.main()
