# SPDX-License-Identifier: Apache-2.0
"""Clusters of blocks, which Riffle does not have: what is refused, where, and in which words; and the sizes of blocks beside them."""
import riffle_case
from riffle_case import RiffleCase


class Clusters(RiffleCase):
    def test_programmatic_launches_and_clusters_of_sm_90(self):
        self.write("x.cu", """\
#include <cooperative_groups.h>
__global__ void k() {
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
#ifdef CLUSTER
  cooperative_groups::this_cluster().sync();
#endif
}
""")
        self.compile("-arch=sm_90", "-c", "x.cu")
        result = self.riffle("cc", "-arch=sm_90", "-c", "-DCLUSTER", "x.cu")
        self.assertEqual(result.returncode, 2)
        self.assertIn("'this_cluster' is unavailable: Riffle: clusters of blocks are not supported; compile code without them for "
                      "-arch=sm_80", result.stderr)

    def test_clusters_are_refused_at_the_launch(self):
        self.write("x.cu", """\
#include <cstdio>
__global__ void __cluster_dims__(2, 1, 1) pair() {}
__global__ void __cluster_dims__(1, 1, 1) alone() {}
int main() {
  alone<<<2, 1>>>();
  std::printf("%d ", cudaDeviceSynchronize());
  pair<<<2, 1>>>();
  std::printf("%d\\n", cudaGetLastError() != cudaSuccess);
}
""")
        self.compile("-o", "x", "x.cu")
        result = self.program("x")
        self.assertEqual(result.stdout, "0 1\n")
        self.assertIn("clusters of blocks (__cluster_dims__) are not supported: where cudaDevAttrClusterLaunch is 0, as it is here, launch "
                      "a kernel without clusters", result.stderr)

    def test_blocks_of_a_size_in_clusters_are_refused_at_the_launch(self):
        self.write("x.cu", """\
#include <cstdio>
__global__ void __block_size__((8, 1, 1), (2, 1, 1)) pair() {}
__global__ void __block_size__((8, 1, 1), (1, 1, 1)) alone() {}
int main() {
  alone<<<2>>>();
  std::printf("%d ", cudaDeviceSynchronize());
  pair<<<2>>>();
  std::printf("%d\\n", cudaGetLastError() != cudaSuccess);
}
""")
        self.compile("-o", "x", "x.cu")
        result = self.program("x")
        self.assertEqual(result.stdout, "0 1\n")
        self.assertIn("clusters of blocks (__cluster_dims__) are not supported: where cudaDevAttrClusterLaunch is 0, as it is here, launch "
                      "a kernel without clusters", result.stderr)

    def test_a_size_of_blocks_that_is_none(self):
        for size in ("0, 1, 1", "1, -1, 1"):
            self.write("x.cu", "__global__ void __block_size__((%s)) k() {}\n" % size)
            result = self.riffle("cc", "-c", "x.cu")
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("the extents of __block_size__ must be positive integers", result.stderr)
        self.write("x.cu", "__global__ void __block_size__((1, 1)) k() {}\n")
        self.assertNotEqual(self.riffle("cc", "-c", "x.cu").returncode, 0)

    def test_cluster_attributes_are_refused_in_one_sentence(self):
        self.write("x.cu", """\
#include <cstdio>
__global__ void k() {}
int launch(int x, int y, int z) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {unsigned(x), unsigned(y), unsigned(z)};
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = 4;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, k);
}
int main() {
  const int none = launch(0, 0, 0), one = launch(1, 1, 1);
  std::printf("%d %d %d %d %d\\n", none, one, launch(2, 1, 1), launch(1, 4, 1), launch(2, 0, 1));
}
""")
        self.compile("-o", "x", "x.cu")
        result = self.program("x")
        self.assertEqual(result.stdout, "0 0 801 801 912\n")
        self.assertEqual(result.stderr, "riffle: a launch with clusters of blocks (cudaLaunchAttributeClusterDimension) is "
                                        "not supported yet; it returns cudaErrorNotSupported: where "
                                        "cudaDevAttrClusterLaunch is 0, as it is here, launch a kernel without clusters\n")

    def test_cluster_attributes_of_kernels_and_nodes_are_refused_in_one_sentence(self):
        self.write("x.cu", """\
#include <cstdio>
__global__ void k() {}
cudaGraphNode_t node;
int set(unsigned x) {
  cudaLaunchAttributeValue value = {};
  value.clusterDim = {x, 1, 1};
  return cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeClusterDimension, &value);
}
int main() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void*>(k);
  params.gridDim = params.blockDim = 4;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params);
  const int one = set(1), two = set(2), again = set(2);
  std::printf("%d %d %d %d\\n", one, two, again,
              cudaFuncSetAttribute(k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
}
""")
        self.compile("-o", "x", "x.cu")
        result = self.program("x")
        self.assertEqual(result.stdout, "0 801 801 801\n")
        self.assertEqual(result.stderr, "riffle: a kernel node with clusters of blocks (cudaLaunchAttributeClusterDimension) "
                                        "is not supported yet; it returns cudaErrorNotSupported: where "
                                        "cudaDevAttrClusterLaunch is 0, as it is here, launch a kernel without clusters\n"
                                        "riffle: a kernel's attribute for clusters of blocks (cudaFuncSetAttribute) is "
                                        "not supported yet; it returns cudaErrorNotSupported: where "
                                        "cudaDevAttrClusterLaunch is 0, as it is here, launch a kernel without clusters\n")


if __name__ == "__main__":
    riffle_case.main()
