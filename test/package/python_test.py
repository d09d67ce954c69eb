# SPDX-License-Identifier: Apache-2.0
"""PyCUDA and NVIDIA's packages beside the installed wheel, by what docs/install.md and docs/python.md say.

    python_test.py FOLDER     that of the packages, build/package

Needs the package index. Where that cannot be reached the tests are skipped, but not in CI.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
PACKAGES = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else SOURCE / "build/package"
PROGRAMS = SOURCE / "test/python/programs"
FOREIGN = ("CUDA_PATH", "CUDA_HOME", "CUDA_ROOT", "CUDAToolkit_ROOT", "CUDACXX", "LD_LIBRARY_PATH", "LIBRARY_PATH", "PYTHONPATH")
# Of those that test/python pins.
WANTED = {"cuda-bindings", "cuda-core", "cuda-pathfinder", "Mako", "numpy", "platformdirs", "pytools", "setuptools", "wheel", "packaging"}

MESON = ("meson==1.12.1", "ninja==1.13.2")

MESON_BUILD = """\
project('small', 'cpp', 'cuda')
libraries = ['cublas', 'cublasLt', 'cudnn', 'cupti', 'nvjpeg', 'cufft', 'cufftw', 'curand', 'cusolver', 'cusparse', 'nccl', 'nvJitLink', 'nvrtc', 'cuda', 'nvidia-ml']
executable('static', 'host.cpp', dependencies: dependency('cuda', modules: ['cudart_static'] + libraries))
executable('shared', 'host.cpp', dependencies: dependency('cuda', modules: ['cudart'] + libraries))
executable('device', 'product.cu', dependencies: dependency('cuda', modules: ['cublas']))
"""

HOST = """\
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda/std/cstddef>
#include <cuda_runtime.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nccl.h>
#include <nvml.h>
#include <nvrtc.h>
#include <cstdio>
int main() {
  int count = 0, number = 0;
  cublasHandle_t blas;
  cufftHandle plan;
  curandGenerator_t generator;
  cusolverDnHandle_t solver;
  cusparseHandle_t sparse;
  std::printf("%d %d %d", cuInit(0), cudaGetDeviceCount(&count), cublasCreate(&blas));
  std::printf(" %d %d", cufftPlan1d(&plan, 8, CUFFT_C2C, 1), curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
  std::printf(" %d %d", cusolverDnCreate(&solver), cusparseCreate(&sparse));
  std::printf(" %d %d %d\\n", ncclGetVersion(&number), nvmlInit(), nvrtcVersion(&count, &number));
}
"""

PRODUCT = """\
#include <cublas_v2.h>
#include <cstdio>
int main() {
  float a[] = {1, 2, 3, 4, 5, 6, 7, 8}, c[4] = {}, one = 1, zero = 0, *d;
  cudaMalloc(&d, 12 * sizeof(float));
  cudaMemcpy(d, a, sizeof a, cudaMemcpyDefault);
  cublasHandle_t handle;
  int status = cublasCreate(&handle);
  if (status == 0) status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, d, 2, d + 4, 2, &zero, d + 8, 2);
  if (status == 0) cudaMemcpy(c, d + 8, sizeof c, cudaMemcpyDefault);
  std::printf("%d: %g %g %g %g\\n", status, c[0], c[1], c[2], c[3]);
}
"""


def pinned():
    lines = (SOURCE / "test/python/requirements.txt").read_text().splitlines()
    return [line for line in lines if line.partition("==")[0] in WANTED]


def pycuda():
    return re.search(r'"(pycuda==[\w.]+)"', (SOURCE / "test/python/environment").read_text()).group(1)


class PythonPackages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="python-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        for name in ("work", "pycuda"):
            (cls.folder / name).mkdir()
        cls.python = cls.folder / "venv/bin/python"
        cls.environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        cls.environment.update(RIFFLE_CACHE_DIR=str(cls.folder / "cache"), PYCUDA_CACHE_DIR=str(cls.folder / "pycuda"))
        subprocess.run([sys.executable, "-m", "venv", cls.folder / "venv"], check=True)
        cls.pip("--no-index", "--find-links", PACKAGES, "riffle-cuda[nvcc]")
        if cls.run_(cls.python, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", cls.folder, "Mako").returncode != 0:
            if os.environ.get("CI"):
                raise AssertionError("the package index cannot be reached")
            raise unittest.SkipTest("the package index cannot be reached")
        printed = cls.run_(cls.python, "-m", "riffle", "env", "--json").stdout
        cls.environment.update(json.loads(printed))
        cls.pip("--only-binary", ":all:", *pinned())
        compilers = {"CC": "ccache gcc", "CXX": "ccache g++"} if shutil.which("ccache") else {}
        # pip's cache may have one that was linked with another Riffle.
        cls.pip("--no-cache-dir", "--no-binary", "pycuda", "--no-deps", "--no-build-isolation", pycuda(), **compilers)

    @classmethod
    def run_(cls, *command, **more):
        return subprocess.run(command, cwd=cls.folder / "work", env={**cls.environment, **more}, capture_output=True, text=True, timeout=900,
                              check=False)

    @classmethod
    def pip(cls, *arguments, **more):
        done = cls.run_(cls.python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *arguments, **more)
        if done.returncode != 0:
            raise AssertionError(f"pip install {' '.join(map(str, arguments))}: {done.stdout}{done.stderr}"[-6000:])

    def test_programs(self):
        for name in ("simple_kernel_speed_compare", "multi-kernel_streams", "simple_event_example", "simple_context_create",
                     "cuda_bindings", "cuda_core", "cuda_core_more"):
            with self.subTest(name):
                done = self.run_(self.python, PROGRAMS / f"{name}.py")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_libraries_are_those_of_the_wheel(self):
        code = ("import pycuda.driver as cuda; cuda.init(); from cuda.bindings import driver, nvrtc; nvrtc.nvrtcVersion(); driver.cuInit(0)\n"
                "print(*sorted({l.split()[-1] for l in open('/proc/self/maps') if 'libcud' in l or 'libnvrtc' in l}), sep='\\n')")
        done = self.run_(self.python, "-c", code)
        loaded = [line for line in done.stdout.splitlines() if "cuda/bindings" not in line]
        tree = self.environment["CUDA_PATH"]
        self.assertEqual(loaded, [f"{tree}/lib64/{name}" for name in ("libcuda.so.1", "libcudart.so.13", "libnvrtc.so.13")], done.stderr)

    def test_pathfinder_finds_each_library(self):
        tree = Path(self.environment["CUDA_PATH"]) / "lib64"
        code = ("import sys; from cuda.pathfinder import load_nvidia_dynamic_lib as load\n"
                "found = load(sys.argv[1]); print(found.abs_path)")
        for name in ("cudart", "nvrtc", "nvJitLink", "cublas", "cublasLt", "cufft", "cufftw", "curand", "cusolver", "cusparse", "nccl"):
            (library,) = tree.glob(f"lib{name}.so.[0-9]*") if name != "cudart" else tree.glob("libcudart.so.13")
            with self.subTest(name):  # one process each: none finds what another one has loaded
                done = self.run_(self.python, "-c", code, name)
                self.assertEqual((done.returncode, done.stdout), (0, f"{library}\n"), done.stderr)

    def test_meson(self):
        self.pip(*MESON)
        project = self.folder / "work/project"
        project.mkdir()
        for name, text in (("meson.build", MESON_BUILD), ("host.cpp", HOST), ("product.cu", PRODUCT)):
            (project / name).write_text(text)
        path = f"{self.python.parent}:{self.environment['PATH']}"
        for command in (("meson", "setup", "project/build", "project"), ("ninja", "-C", "project/build")):
            done = self.run_(self.python.parent / command[0], *command[1:], PATH=path)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in ("static", "shared"):
            done = self.run_(project / "build" / name)
            self.assertEqual((done.stdout, done.stderr), ("0 0 0 0 0 0 0 0 0 0\n", ""))
        self.assertEqual(self.run_(project / "build/device").stdout, "0: 23 34 31 46\n")
        # As linked, each library is there once, in lib64.
        code = ("import ctypes, sys; [ctypes.CDLL(sys.argv[1] + name) for name in ('/libcublas.so', '/libcudart.so', '/stubs/libcuda.so')]\n"
                "print(*sorted({l.split()[-1] for l in open('/proc/self/maps') if 'libcublas' in l or 'libcudart' in l}))")
        tree = self.environment["CUDA_PATH"]
        done = self.run_(self.python, "-c", code, f"{tree}/targets/x86_64-linux/lib", LD_LIBRARY_PATH="")
        real = [path for path in done.stdout.split() if "/targets/" not in path]
        self.assertEqual(real, [f"{tree}/lib64/{name}" for name in ("libcublas.so.13", "libcudart.so.13")], done.stderr)

    def test_doctor(self):
        done = self.run_("riffle", "doctor")
        self.assertEqual(done.returncode, 0, done.stdout)

    def without_the_systems_openblas(self, *command):
        """Its folder, which is a link's target, is empty for this command."""
        listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
        folders = {os.path.dirname(os.path.realpath(path)) for path in re.findall(r"libopenblas\.so\.0 .*=> (.*)", listed)}
        script = 'for folder in $1; do mount -t tmpfs none "$folder" || exit 99; done; shift; exec "$@"'
        return self.run_("unshare", "--mount", "--map-root-user", "sh", "-c", script, "sh", " ".join(sorted(folders)), *command)

    def test_openblas_of_the_extra(self):
        (self.folder / "work/product.cu").write_text(PRODUCT)
        self.assertEqual(self.run_("nvcc", "-o", "product", "product.cu", "-lcublas").returncode, 0)
        if self.without_the_systems_openblas("true").returncode != 0:
            self.skipTest("no user namespaces here")
        done = self.without_the_systems_openblas("./product")
        self.assertEqual(done.stdout, "1: 0 0 0 0\n")
        self.assertIn("riffle: cuBLAS and cuSOLVER need OpenBLAS, which could not be loaded: libopenblas.so.0: cannot open", done.stderr)
        self.assertIn("install the package libopenblas0-pthread (apt), openblas (dnf) or scipy-openblas32 (pip)", done.stderr)
        self.assertIn("-> pip install 'riffle-cuda[openblas]'", self.without_the_systems_openblas("riffle", "doctor").stdout)
        self.pip("--find-links", PACKAGES, "riffle-cuda[openblas]")
        done = self.without_the_systems_openblas("./product")
        self.assertEqual((done.stdout, done.stderr), ("0: 23 34 31 46\n", ""))
        self.assertRegex(self.without_the_systems_openblas("riffle", "doctor").stdout,
                         r"ok +openblas +.*/scipy_openblas32/lib/libscipy_openblas\.so")


if __name__ == "__main__":
    unittest.main(verbosity=2)
