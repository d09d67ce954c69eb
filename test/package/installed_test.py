# SPDX-License-Identifier: Apache-2.0
"""What scripts/package makes, as users have it: the wheels in a virtual environment, without a network, and the archive in a
folder with blanks in its name that nobody may write to.

    installed_test.py FOLDER     that of the packages, build/package
"""
import glob
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
PACKAGES = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else SOURCE / "build/package"
sys.path[:0] = [str(SOURCE / "test/driver"), str(SOURCE / "packaging"), str(SOURCE / "test/conformance")]
import archives  # noqa: E402
import programs  # noqa: E402
import transcripts  # noqa: E402
from wheel import Wheel  # noqa: E402
from riffle_case import KERNEL, RiffleCase  # noqa: E402

# Some programs of each of these groups.
CONFORMANCE = ["launch", "streams", "graphs", "nvrtc"]

CMAKE = """\
cmake_minimum_required(VERSION 3.20)
project(small LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_executable(device hello.cu)
add_executable(host host.cpp)
target_link_libraries(host PRIVATE CUDA::cudart CUDA::cuda_driver CUDA::nvrtc CUDA::cublas)
"""

HOST = """\
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <cstdio>
#include <string>
#define CHECK(call) do { if (auto code = (call)) { std::printf("%s: %d\\n", #call, int(code)); return 1; } } while (0)
int main() {
  CHECK(cuInit(0));
  nvrtcProgram program;
  const char* source = "extern \\"C\\" __global__ void twice(int* x) { x[threadIdx.x] *= 2; }";
  CHECK(nvrtcCreateProgram(&program, source, "twice.cu", 0, nullptr, nullptr));
  CHECK(nvrtcCompileProgram(program, 0, nullptr));
  std::size_t size = 0;
  CHECK(nvrtcGetPTXSize(program, &size));
  std::string ptx(size, 0);
  CHECK(nvrtcGetPTX(program, ptx.data()));
  int* x;
  CHECK(cudaMallocManaged(&x, 4 * sizeof(int)));
  for (int i = 0; i < 4; ++i) x[i] = i;
  CUmodule module;
  CUfunction twice;
  CHECK(cuModuleLoadData(&module, ptx.data()));
  CHECK(cuModuleGetFunction(&twice, module, "twice"));
  void* arguments[] = {&x};
  CHECK(cuLaunchKernel(twice, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(cudaDeviceSynchronize());
  std::printf("%d %d %d %d\\n", x[0], x[1], x[2], x[3]);
}
"""

RACE = """\
#include <cuda_runtime.h>
int main() {
  char* bytes;
  cudaStream_t a, b;
  cudaMalloc(&bytes, 4096);
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaMemsetAsync(bytes, 1, 4096, a);
  cudaMemsetAsync(bytes, 2, 4096, b);
  cudaDeviceSynchronize();
}
"""


class Environment:
    """The virtual environment, made once."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="installed-test-")
        subprocess.run([sys.executable, "-m", "venv", self.folder], check=True)
        subprocess.run([self.program("pip"), "install", "-q", "--no-index", "--disable-pip-version-check", "--find-links", PACKAGES,
                        "riffle-cuda[nvcc]"], check=True)
        self.tree = Path(self.output("python", "-c", "import riffle; print(riffle.tree)").strip())

    def program(self, name):
        return f"{self.folder}/bin/{name}"

    def output(self, name, *arguments):
        return subprocess.run([self.program(name), *arguments], check=True, text=True, stdout=subprocess.PIPE).stdout


class Installed(RiffleCase):
    @classmethod
    def setUpClass(cls):
        cls.installed = Environment()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.installed.folder)

    def succeed(self, *command, **more):
        result = self.run_command(command, **more)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def toolkit_environment(self):
        printed = self.succeed(self.installed.program("python"), "-m", "riffle", "env", "--json", env=self.environment)
        return dict(self.environment, **json.loads(printed))

    def test_every_file_runs_where_it_is_promised_to(self):
        elf = [sys.executable, SOURCE / "packaging/elf.py"]
        self.assertIn("all as promised", self.succeed(*elf, self.installed.tree))
        # It finds what it looks for: Debian's own clang is for Debian alone.
        refused = self.run_command([*elf, "/usr/lib/llvm-22/bin"])
        self.assertEqual(refused.returncode, 1)
        self.assertIn("needs libLLVM.so.22.1, which is neither in the tree nor on every machine", refused.stderr)

    def test_names_of_wheels_are_as_auditwheel_finds_them(self):
        wheels = list(PACKAGES.glob("*.whl"))
        audit = [sys.executable, SOURCE / "packaging/audit.py", PACKAGES / "auditwheel"]
        environment = dict(self.environment, CI="true")
        self.succeed(*audit, *wheels, env=environment)
        # It refuses a wheel with a file that needs what is not everywhere.
        self.write("other.c", "int other(void) { return 0; }\n")
        self.write("needs.c", "int other(void); int main(void) { return other(); }\n")
        self.succeed("gcc", "-shared", "-o", "libother.so.3", "-Wl,-soname,libother.so.3", "other.c")
        self.succeed("gcc", "-o", "needs", "needs.c", "libother.so.3")
        broken = Wheel(Path(self.folder), "broken", "1.0", "Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
        broken.script("needs", Path(self.path("needs")).read_bytes())
        broken.close(b"")
        refused = self.run_command([*audit, broken.path], env=environment)
        self.assertEqual(refused.returncode, 1)
        self.assertIn('auditwheel calls it consistent with linux_x86_64 only {"libs_to_eliminate": ["libother.so.3"]}', refused.stderr)

    def test_symbols_of_llvm_stay_inside(self):
        listed = self.succeed("nm", "-D", "--defined-only", self.installed.tree / "lib64/libriffle_llvm.so")
        names = {line.split()[-1] for line in listed.splitlines()}
        self.assertEqual(names, {"riffle_compile", "riffle_device_link", "riffle_front", "riffle_llvm_program", "riffle_locate",
                                 "riffle_ptx_text"})

    def test_run(self):
        self.write("hello.cu", KERNEL)
        self.assertEqual(self.succeed(self.installed.program("riffle"), "run", "hello.cu"), "sum 528\n")

    def test_nothing_of_llvms_packages_is_used(self):
        self.write("hello.cu", KERNEL)
        printed = self.run_command([self.installed.program("nvcc"), "--dryrun", "-o", "hello", "hello.cu"]).stderr
        programs = set(re.findall(r"^#\$ '?(/[^ ']*)", printed, re.MULTILINE))
        self.assertEqual({os.path.relpath(program, self.installed.tree) for program in programs},
                         {"bin/riffle", "llvm/bin/clang++"}, printed)
        needed = self.succeed("ldd", self.installed.tree / "llvm/bin/clang++")
        self.assertNotIn("libLLVM", needed)

    def test_openmp_of_the_host(self):
        self.write("omp.cu", '#include <cstdio>\n#include <omp.h>\nint main() { int sum = 0;\n#pragma omp parallel num_threads(3) reduction(+ : sum)\n'
                             'sum += omp_get_num_threads();\nstd::printf("%d\\n", sum); }\n')
        self.succeed(self.installed.program("nvcc"), "-Xcompiler", "-fopenmp", "-o", "omp", "omp.cu")
        done = self.run_command([self.path("omp")], env={"PATH": "/usr/bin:/bin"})
        self.assertEqual((done.stdout, done.stderr), ("9\n", ""))
        found = self.run_command(["ldd", self.path("omp")], env={"PATH": "/usr/bin:/bin"}).stdout
        self.assertRegex(found, r"libomp\.so\.5 => .*riffle")

    def test_user_without_a_home(self):
        self.write("hello.cu", KERNEL)
        environment = {name: value for name, value in self.environment.items()
                       if name not in ("HOME", "XDG_CACHE_HOME", "RIFFLE_CACHE_DIR")}
        self.assertEqual(self.succeed(self.installed.program("riffle"), "run", "hello.cu", env=environment), "sum 528\n")
        self.assertEqual(os.listdir(self.temporary), [f"riffle-cache-{os.geteuid()}"])

    def test_toolkit_folder_of_cuda_12(self):
        riffle = self.installed.program("riffle")
        toolkit = self.succeed(riffle, "info", "--toolkit", "--cuda-version=12").strip()
        # In the cache: nothing is left in the package's folder when it is removed.
        self.assertTrue(toolkit.startswith(self.environment["RIFFLE_CACHE_DIR"] + "/"), toolkit)
        self.assertEqual([name for name in os.listdir(self.installed.tree.parent) if name.startswith("tree")], ["tree"])
        self.assertIn("release 12.8", self.succeed(toolkit + "/bin/nvcc", "--version"))
        for name in ("version.json", "version.txt", "toolchain.cmake"):
            self.assertTrue(os.path.exists(f"{toolkit}/{name}"), name)
        self.write("hello.cu", KERNEL)
        self.succeed(toolkit + "/bin/nvcc", "-o", "hello", "hello.cu")
        self.assertIn("libcudart.so.12", self.succeed("readelf", "-d", "hello"))
        self.assertEqual(self.succeed(self.path("hello")), "sum 528\n")

    def test_every_file_of_the_toolkit_folder(self):
        # As in a build: Makefiles ask __nvcc_device_query, Meson reads version.txt.
        for name in ("nvcc", "riffle-host-link", "__nvcc_device_query"):
            self.assertTrue(os.access(self.installed.tree / "bin" / name, os.X_OK), name)
        for name in ("version.json", "version.txt", "toolchain.cmake", "pkgconfig/cudart-13.0.pc", "nvvm/libdevice/libdevice.txt"):
            self.assertTrue((self.installed.tree / name).exists(), name)
        self.assertRegex(self.succeed(self.installed.tree / "bin/__nvcc_device_query"), r"^\d\d+\n?$")

    def test_bare_dev(self):
        # As in a root that somebody made by hand: nothing but null in /dev, which mostly has a link fd.
        self.write("hello.cu", KERNEL)
        os.mkdir(self.path("dev"))
        self.write("dev/null", "")
        script = 'mount --bind /dev/null dev/null && mount --rbind dev /dev && ! [ -e /dev/fd ] && exec "$@"'
        isolated = ["unshare", "--mount", "--map-root-user"]
        if self.run_command([*isolated, "true"]).returncode != 0:
            self.skipTest("no user namespaces here")
        riffle = self.installed.program("riffle")
        self.assertEqual(self.succeed(*isolated, "sh", "-c", script, "sh", riffle, "run", "hello.cu"), "sum 528\n")
        self.succeed(*isolated, "sh", "-c", script, "sh", riffle, "cc", "-O2", "-arch=sm_80", "-o", "hello", "hello.cu")

    def test_cmake_project(self):
        self.write("CMakeLists.txt", CMAKE)
        self.write("hello.cu", KERNEL)
        self.write("host.cpp", HOST)
        environment = self.toolkit_environment()
        self.succeed("cmake", "-S", ".", "-B", "made", env=environment)
        self.succeed("cmake", "--build", "made", env=environment)
        self.assertEqual(self.succeed(self.path("made/device"), env=environment), "sum 528\n")
        self.assertEqual(self.succeed(self.path("made/host"), env=environment), "0 2 4 6\n")

    def test_virtual_environment_in_a_folder_with_blanks(self):
        folder = self.path("eine Umgebung für Riffle")
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder + "/bin/python", "-m", "pip", "-q", "--disable-pip-version-check"]
        # The second time over itself.
        for more in ([], ["--force-reinstall"]):
            self.succeed(*pip, "install", "--no-index", "--find-links", PACKAGES, "riffle-cuda[nvcc]", *more)
            self.write("hello.cu", KERNEL)
            self.assertEqual(self.succeed(folder + "/bin/riffle", "run", "hello.cu"), "sum 528\n")
            self.succeed(folder + "/bin/nvcc", "-o", "hello", "hello.cu")
            self.assertEqual(self.succeed(self.path("hello")), "sum 528\n")
        # What the doctor says is for a shell.
        report = json.loads(self.succeed(folder + "/bin/riffle", "doctor", "--json"))
        cures = {finding["check"]: finding["cure"] for finding in report["findings"]}
        for check, name, value in (("commands", "PATH", "bin"), ("loader", "LD_LIBRARY_PATH", "lib64")):
            printed = self.succeed("sh", "-euc", f'{name}="a b"; {cures[check]}; echo "${name}"')
            self.assertRegex(printed, f"^{folder}/lib/python[^/]*/site-packages/riffle/tree/{value}:a b\n$")
        # An empty name in the list would be the current folder.
        printed = self.succeed("sh", "-c", f'unset LD_LIBRARY_PATH; {cures["loader"]}; echo "$LD_LIBRARY_PATH"')
        self.assertTrue(printed.endswith("/lib64\n"), printed)
        self.succeed(*pip, "uninstall", "-y", "riffle-cuda", "riffle-cuda-nvcc")
        self.assertEqual([path for path in Path(folder).rglob("*riffle*") if path.is_file()], [])

    def test_a_library_opened_by_its_linker_name_is_the_one_library(self):
        libraries = [f"{self.installed.tree}/lib64/{name}" for name in
                     ("libcublas.so", "libcublas.so.13", "libnvrtc.so", "libnvrtc.so.13", "libcurand.so", "libcufft.so",
                      "libcusparse.so",
                      "libnccl.so")]
        code = ("import ctypes, sys\n"
                f"opened = [ctypes.CDLL(path) for path in {libraries!r}]\n"
                "versions = [ctypes.c_int() for _ in range(4)]\n"
                "opened[2].nvrtcVersion(ctypes.byref(versions[0]), ctypes.byref(versions[1]))\n"
                "print(versions[0].value, ctypes.cast(opened[0].cublasCreate_v2, ctypes.c_void_p).value == \n"
                "      ctypes.cast(opened[1].cublasCreate_v2, ctypes.c_void_p).value)\n")
        self.assertEqual(self.succeed(self.installed.program("python"), "-c", code), "13 True\n")

    def test_a_library_that_calls_the_driver_is_linked(self):
        # It asks for symbols with their versions, which what linkers find in the place of the runtime must have.
        self.write("ocelot.cu", '#include <cstdio>\nextern "C" int ptx_run(const char*, int, void**, int, int, int, int, int, int, int);\n'
                                'int main() { std::printf("%d\\n", ptx_run(nullptr, 0, nullptr, 1, 1, 1, 1, 1, 1, 0)); }\n')
        self.succeed(self.installed.program("riffle"), "cc", "-o", "ocelot", "ocelot.cu", "-lgpuocelot")
        result = self.run_command([self.path("ocelot")])
        self.assertEqual((result.returncode, result.stdout), (0, "1\n"))
        self.assertIn("expected PTX text, got a null pointer", result.stderr)

    def test_check_and_trace(self):
        self.write("race.cu", RACE)
        riffle = self.installed.program("riffle")
        self.succeed(riffle, "cc", "-g", "-o", "race", "race.cu")
        result = self.run_command([riffle, "check", "--tool", "race", "./race"])
        self.assertIn("riffle check: 1 error\n", result.stderr)
        self.assertRegex(result.stderr, r"race\.cu:8 in main \(cudaMemsetAsync\)")
        self.succeed(riffle, "trace", "-o", "race.html", "./race")
        self.assertTrue(self.exists("race.html"))
        # Host code, too: clang gets another plugin for it.
        self.succeed(riffle, "cc", "-fcheck-host", "-o", "race", "race.cu")
        result = self.run_command([riffle, "check", "--tool", "race", "./race"])
        self.assertIn("riffle check: 1 error\n", result.stderr)

    def test_examples_that_the_pages_name_are_there(self):
        examples = Path(self.installed.tree) / "share/doc/riffle/examples"
        for program in ("tutorial/events", "missing_event/missing_event"):
            source = str(examples / f"{program}.cu")
            self.assertIn("OK: every result is right", self.succeed(self.installed.program("riffle"), "run", source))

    def test_conformance(self):
        for group in CONFORMANCE:
            files = sorted(glob.glob(f"{SOURCE}/test/conformance/{group}/*.cu"))[:3]
            self.assertTrue(files, group)
            for file in files:
                self.succeed(self.installed.program("riffle"), "cc", "-o", Path(file).stem, file, "-lnvrtc", "-lcuda")
                for program in programs.programs_of(programs.Source(Path(file).resolve())):
                    golden = transcripts.section(SOURCE / "test/conformance/golden", program.name)
                    if golden is None:
                        continue
                    with self.subTest(program.name):
                        output = self.succeed(self.path(Path(file).stem), *program.arguments)
                        self.assertEqual(output + "exit code 0\n", golden)

    def test_environment_of_github(self):
        files = {name: self.path(name) for name in ("GITHUB_ENV", "GITHUB_PATH")}
        self.succeed(self.installed.program("python"), "-m", "riffle", "env", "--github", env={**self.environment, **files})
        self.assertEqual(self.read("GITHUB_PATH"), f"{self.installed.tree}/bin\n")
        self.assertIn(f"CUDA_PATH={self.installed.tree}\n", self.read("GITHUB_ENV"))
        refused = self.run_command([self.installed.program("python"), "-m", "riffle", "env", "--github"])
        self.assertEqual(refused.returncode, 2)
        self.assertIn("GITHUB_ENV is not set", refused.stderr)


    def test_the_package_tells_its_version(self):
        version = self.installed.output("python", "-c", "import riffle; print(riffle.__version__)")
        self.assertEqual(version, self.installed.output("riffle", "--version").split()[1] + "\n")

    def test_env_is_one_command(self):
        expected = self.succeed(self.installed.program("python"), "-m", "riffle", "env")
        for riffle in (self.installed.program("riffle"), self.installed.tree / "bin/riffle"):
            self.assertEqual(self.succeed(riffle, "env"), expected)
        self.assertIn(f"export CUDA_PATH={self.installed.tree}\n", expected)
        self.assertIn("\n    env\n", self.succeed(self.installed.program("python"), "-m", "riffle", "--help"))

    def test_another_riffles_environment(self):
        # As a shell that has the environment of one and calls another by its path.
        second = self.path("second")
        shutil.copytree(self.installed.tree, second)
        findings = json.loads(self.run_command([second + "/bin/riffle", "doctor", "--json"], env=self.toolkit_environment()).stdout)["findings"]
        texts = [finding["text"] for finding in findings]
        for name, value in (("CUDA_PATH", ""), ("CUDA_HOME", ""), ("CUDACXX", "/bin/nvcc")):
            self.assertIn(f"{name} is '{self.installed.tree}{value}', which is a different Riffle installation, '{second}'", texts)
        (loader,) = [finding["text"] for finding in findings if finding["check"] == "loader"]
        self.assertTrue(loader.startswith("programs that were not linked by riffle cc find the libraries of a different Riffle installation, "
                                          f"'{second}': {self.installed.tree}/lib64/libcuda.so.1"), loader)
        self.assertEqual([text for text in texts if "not Riffle's" in text or "another CUDA toolkit" in text], [])

    def test_installed_as_links_into_a_cache(self):
        """As uv does it with UV_LINK_MODE=symlink: each wheel is a folder of its own, and the scripts lie beside no package."""
        site = Path(self.path("venv/lib/python3.11/site-packages"))
        os.makedirs(self.path("venv/bin"))
        for wheel in PACKAGES.glob("riffle_cuda*.whl"):
            folder = Path(self.path("cache of links")) / wheel.name
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(folder)
            for path in [path for path in folder.rglob("*") if path.is_file()]:
                path.chmod(0o755)
                name = path.relative_to(folder)
                target = Path(self.path("venv/bin")) / path.name if "scripts" in name.parts else site / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.symlink_to(path)
        self.write("hello.cu", KERNEL)
        os.makedirs(self.path("home/bin"))
        for name in ("riffle", "nvcc"):
            os.symlink(self.path("venv/bin/" + name), self.path("home/bin/" + name))
        for folder in ("venv/bin", "home/bin"):
            path = {**self.environment, "PATH": f"{self.path(folder)}:/usr/bin:/bin"}
            for riffle, nvcc, environment in ((self.path(folder + "/riffle"), self.path(folder + "/nvcc"), self.environment),
                                              (f"{folder}/riffle", f"./{folder}/nvcc", self.environment),
                                              ("riffle", "nvcc", path)):
                with self.subTest(riffle):
                    self.assertEqual(self.succeed("env", riffle, "run", "hello.cu", env=environment), "sum 528\n")
                    self.assertIn("riffle cc", self.succeed("env", nvcc, "--version", env=environment))
        # Where it is no more, one message says so.
        shutil.rmtree(self.path("venv/lib"))
        lost = self.run_command([self.path("home/bin/nvcc"), "--version"])
        self.assertEqual(lost.returncode, 1)
        self.assertRegex(lost.stderr, r"^nvcc: Riffle itself was not found from '.*/scripts'; is its package still installed\?\n$")


class Contents(unittest.TestCase):
    """The packages hold the same files, links aside; the Debian package is looked at where it was made."""

    def test_they_hold_the_same(self):
        (archive,) = PACKAGES.glob("riffle-*-linux-x86_64.tar.xz")
        with tarfile.open(archive) as packed:
            unpacked = {entry.name.partition("/")[2] for entry in packed if not entry.isdir()}
        for name in ("libcublas.so.13", "libcufft.so.12", "libcudnn.so.9", "libcupti.so.13", "libnvjpeg.so.13", "libcufftw.so.12", "libcurand.so.10", "libcusolver.so.12", "libcusparse.so.12", "libnccl.so.2",
                     "libnvinfer.so.10", "libnvinfer.so.11", "libnvinfer_plugin.so.10", "libnvonnxparser.so.10", "riffle/trt",
                     "libnvrtc.so.13", "libriffle_check.so", "libriffle_gloo.so", "libriffle_inputs.so"):
            self.assertIn("lib64/" + name, unpacked)
        (wheel,) = PACKAGES.glob("riffle_cuda-*.whl")
        prefix = "riffle/tree/"
        installed = {name.removeprefix(prefix) for name in zipfile.ZipFile(wheel).namelist() if name.startswith(prefix)}
        self.assertEqual({name for name in unpacked ^ installed if not name.startswith("targets/")}, {"lib"})
        for package in PACKAGES.glob("riffle_*.deb"):
            listed = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, stdout=subprocess.PIPE).stdout
            with tarfile.open(fileobj=io.BytesIO(listed)) as packed:
                names = {entry.name.partition("/opt/riffle/")[2] for entry in packed if not entry.isdir()}
            self.assertEqual((names ^ unpacked) - {""}, set())


class Unpacked(RiffleCase):
    """The archive."""

    def setUp(self):
        super().setUp()
        (archive,) = PACKAGES.glob("riffle-*-linux-x86_64.tar.xz")
        folder = self.path("ein Ordner für Archive")
        os.mkdir(folder)
        subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)
        (tree,) = os.listdir(folder)
        self.tree = os.path.join(folder, tree)
        self.write("hello.cu", KERNEL)

    def test_env(self):
        printed = self.run_command([os.path.join(self.tree, "bin/riffle"), "env", "--json"])
        values = json.loads(printed.stdout)
        self.assertEqual({values[name] for name in ("CUDA_PATH", "CUDA_HOME", "CUDA_ROOT", "CUDAToolkit_ROOT")}, {self.tree})
        self.assertTrue(values["PATH"].startswith(self.tree + "/bin:"))
        self.assertEqual(values["LD_LIBRARY_PATH"].split(":")[0], self.tree + "/lib64")

    def test_tree_that_nobody_may_write_to(self):
        # As a file system that is mounted read-only, which holds for root, too.
        script = ('mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && ! touch "$1/x" 2>/dev/null && '
                  '"$1/bin/riffle" run hello.cu && "$1/bin/nvcc" -o hello hello.cu && ./hello && "$1/bin/riffle" info --toolkit')
        isolated = ["unshare", "--mount", "--map-root-user"]
        if self.run_command([*isolated, "true"]).returncode != 0:
            self.skipTest("no user namespaces here")
        result = self.run_command([*isolated, "sh", "-c", script, "sh", self.tree])
        self.assertEqual((result.returncode, result.stdout), (0, f"sum 528\nsum 528\n{self.tree}\n"), result.stderr)

    def test_moved(self):
        nvcc = os.path.join(self.tree, "bin/nvcc")
        self.assertEqual(self.run_command([nvcc, "-o", "hello", "hello.cu"]).stderr, "")
        before = self.contents()
        os.rename(self.tree, self.path("anderswo é"))
        self.tree = self.path("anderswo é")
        self.assertEqual(self.run_command([f"{self.tree}/bin/riffle", "run", "hello.cu"]).stdout, "sum 528\n")
        self.write("host.cpp", '#include <cuda_runtime.h>\n#include <cstdio>\nint main() { int n = 0; cudaGetDeviceCount(&n); '
                               'std::printf("%d\\n", n); }\n')
        for library in ("cudart", "cudart_static"):
            result = self.run_command(["g++", "host.cpp", "-o", "host", f"-I{self.tree}/include", f"-L{self.tree}/lib64", "-l" + library])
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            result = self.run_command([self.path("host")], env={**self.environment, "LD_LIBRARY_PATH": self.tree + "/lib64"})
            self.assertEqual((result.stdout, result.stderr), ("1\n", ""))
        self.assertEqual(self.contents(), before)

    def contents(self):
        return {path.relative_to(self.tree): hashlib.sha256(path.read_bytes()).hexdigest()
                for path in Path(self.tree).rglob("*") if path.is_file()}

    def test_two_of_them(self):
        shutil.copytree(self.tree, self.path("second"), symlinks=True)
        trees = {"one": self.tree, "two": self.path("second")}
        for name, tree in trees.items():
            self.assertEqual(self.run_command([f"{tree}/bin/nvcc", "-o", name, "hello.cu"]).stderr, "")
        # Each program has the runtime that it was linked with, whatever the loader's path says.
        for name, tree in trees.items():
            for other in trees.values():
                done = self.run_command([self.path(name)], env=dict(self.environment, LD_LIBRARY_PATH=other + "/lib64", LD_DEBUG="files"))
                self.assertEqual(done.stdout, "sum 528\n")
                self.assertEqual(set(re.findall(r"calling init: (.*/libcudart\S*)", done.stderr)), {tree + "/lib64/libcudart.so.13"})

    def test_the_debian_package_is_not_changed_by_its_use(self):
        root = archives.debian_root(Path(self.tree), Path(self.path("work")))
        tree = root / "opt/riffle"
        for path in tree.rglob("*"):  # as dpkg unpacks it
            if not path.is_symlink():
                os.utime(path, (int(path.stat().st_mtime),) * 2)

        def contents():
            return {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in tree.rglob("*") if path.is_file()}

        packed = contents()
        isolated = ["unshare", "--mount", "--map-root-user"]
        script = ('mount -t tmpfs none /opt && mkdir /opt/riffle && mount --bind "$1" /opt/riffle && '
                  '/opt/riffle/bin/riffle info --toolkit && /opt/riffle/bin/riffle cc --riffle-make-headers')
        if self.run_command([*isolated, "true"]).returncode != 0:
            self.skipTest("no user namespaces here")
        result = self.run_command([*isolated, "sh", "-c", script, "sh", str(tree)])
        self.assertEqual((result.returncode, result.stdout), (0, "/opt/riffle\n"), result.stderr)
        used = contents()
        self.assertEqual({path for path in packed if used.get(path) != packed[path]}, set())
        self.assertTrue(all("lib64/riffle/headers/" in str(path) for path in used if path not in packed))

    def test_no_link_leads_out_of_it(self):
        for path in Path(self.tree).rglob("*"):
            if path.is_symlink():
                self.assertFalse(path.readlink().is_absolute(), path)
                self.assertTrue(path.resolve().is_relative_to(Path(self.tree).resolve()), path)
                self.assertTrue(path.exists(), path)


if __name__ == "__main__":
    unittest.main(verbosity=2)
