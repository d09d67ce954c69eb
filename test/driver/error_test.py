# SPDX-License-Identifier: Apache-2.0
"""What users read when something is wrong: one message, their file and line, nvcc's exit code."""
import os
import re
import resource
import shutil
import subprocess

import riffle_case
from riffle_case import KERNEL, RIFFLE, RiffleCase


class Errors(RiffleCase):
    def fails(self, *arguments, code=1, **more):
        result = self.riffle("cc", *arguments, **more)
        self.assertEqual((result.returncode, result.stdout), (code, ""))
        self.assertEqual(os.listdir(self.temporary), [])
        return result.stderr

    def test_a_copy_of_the_command(self):
        os.mkdir(self.path("elsewhere"))
        copy = self.path("elsewhere/riffle")
        shutil.copy(RIFFLE, copy)
        self.write("x.cu", KERNEL)
        for command in ("run", "cc"):
            result = self.run_command([copy, command, "x.cu"])
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, f"riffle {command}: '{copy}' is a copy outside Riffle's folder, without the libraries that belong beside it; "
                             "make a link to the command in Riffle's folder instead\n")

    def test_unknown_option(self):
        self.write("x.cu", KERNEL)
        self.assertEqual(self.fails("--foo", "x.cu"), "riffle cc: unknown option '--foo'\n")

    def test_missing_file(self):
        self.assertEqual(self.fails("nothing.cu"),
                         "riffle cc: cannot read 'nothing.cu': No such file or directory\n")

    def test_no_input(self):
        self.assertEqual(self.fails(), "riffle cc: no input files; see 'riffle cc --help'\n")

    def test_file_of_no_known_kind(self):
        self.write("x.text", "")
        self.assertIn("'x.text'", self.fails("x.text"))

    def test_one_output_for_several_objects(self):
        self.write("a.cu", "")
        self.write("b.cu", "")
        self.assertIn("-o 'x.o' names one output for 2 sources", self.fails("-c", "-o", "x.o", "a.cu", "b.cu"))

    def test_outputs_that_would_destroy_something(self):
        self.write("x.cu", KERNEL)
        self.assertEqual(self.fails("-o", "x.cu", "x.cu"), "riffle cc: 'x.cu' is both input and output\n")
        self.write("a/y.cu", "")
        self.write("b/y.cu", "")
        self.assertIn("would both be written to 'y.o'", self.fails("-c", "a/y.cu", "b/y.cu"))
        self.assertEqual(self.read("x.cu"), KERNEL)

    def test_unwritable_outputs(self):
        self.write("x.cu", KERNEL)
        self.assertEqual(self.fails("-c", "-o", "no/x.o", "x.cu"),
                         "riffle cc: cannot write 'no/x.o': No such file or directory\n")
        self.assertIn("it is a folder", self.fails("-o", "tmp", "x.cu"))

    def test_unknown_inline_ptx(self):
        self.write("x.cu", """\
template <int n> __device__ int twice(int x) {
  int y;
  asm("{ .reg .b32 t;\\n"
      "  wgmma.fence.sync.aligned;\\n"
      "  add.s32 %0, %1, %1; }" : "=r"(y) : "r"(x), "n"(n));
  return y;
}
__global__ void k(int* p) {
  *p = twice<1>(*p);
  asm volatile("membar.gl; mov.u32 %0, %%frob;" : "=r"(*p));
}
int main() { k<<<1, 1>>>(nullptr); }
""")
        message = self.fails("-o", "x", "x.cu", code=255)
        self.assertRegex(message, "x.cu:4:\\d+: error: inline PTX instruction 'wgmma.fence.sync.aligned' is not supported")
        self.assertRegex(message, "x.cu:10:\\d+: error: inline PTX instruction 'mov.u32 %0, %frob' uses %frob, which is not known")
        self.assertFalse(self.exists("x"))

    def test_no_space_left(self):
        self.write("x.cu", KERNEL)
        self.assertEqual(self.fails("-c", "-o", "/dev/full", "x.cu"),
                         "riffle cc: cannot write '/dev/full': no space left on the disk of '/dev' (the output's folder); free some space\n")

    def test_limit_of_the_address_space(self):
        self.write("x.cu", KERNEL)
        for command in (["cc", "-c", "x.cu"], ["run", "x.cu"]):
            result = self.run_command(["sh", "-c", 'ulimit -v 100000; exec "$@"', "sh", RIFFLE, *command])
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, "riffle cc: clang could not get memory: the address space is limited to 97 MiB (ulimit -v), "
                                            "8192 MiB are enough; 'ulimit -v unlimited' removes the limit\n", command)

    def test_file_size_limit(self):
        self.write("x.cu", KERNEL)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
        for command in (("-c", "-o", "x.o", "x.cu"), ("-o", "x", "x.cu")):
            message = self.fails(*command, preexec_fn=limit)
            self.assertIn("File too large", message)
            self.assertNotIn("bug report", message)
            self.assertFalse(self.exists(command[command.index("-o") + 1]))

    def test_no_room_for_temporary_files(self):
        self.write("x.cu", KERNEL)
        environment = dict(self.environment, TMPDIR="/nonexistent")
        self.assertIn("/nonexistent", self.fails("-c", "x.cu", env=environment))


class Diagnostics(RiffleCase):
    def compile_errors(self, source, *options):
        self.write("folder/user.cu", source)
        result = self.riffle("cc", "-c", "folder/user.cu", *options)
        self.assertNotIn(self.temporary, result.stderr)
        return result

    def test_error_of_device_code_appears_once_with_file_and_line(self):
        result = self.compile_errors("\n__global__ void k(int* p) {\n  *p = missing;\n}\nint main() {}\n")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(len(re.findall(r"^folder/user\.cu:3:8: error: .*'missing'", result.stderr, re.M)), 1)
        self.assertEqual(result.stderr.count("error:"), 1)
        self.assertTrue(result.stderr.endswith("1 error generated.\n"))
        self.assertFalse(self.exists("user.o"))

    def test_error_of_host_code_appears_once(self):
        result = self.compile_errors("int main() {\n  return missing;\n}\n")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count("folder/user.cu:2:10: error:"), 1)

    def test_error_only_the_host_side_sees(self):
        result = self.compile_errors("#ifndef __CUDA_ARCH__\n#error host only\n#endif\n")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.count("folder/user.cu:2:2: error: host only"), 1)

    def test_host_function_called_by_a_kernel(self):
        result = self.compile_errors("void host();\n__global__ void k() {\n  host();\n}\n")
        self.assertEqual(result.returncode, 2)
        self.assertIn("folder/user.cu:3:3: error: no matching function for call to 'host'", result.stderr)

    def test_headers_that_riffle_lacks(self):
        # In a folder that looks like another toolkit's, as /usr/local/include may.
        self.write("toolkit/cuda_runtime_api.h", "#error another's\n")
        for name, advice in (("cupti_profiler_target.h", "Riffle has CUPTI's activities and callbacks only"), ("npp.h", "Riffle does not have NPP; "),
                             ("cusolverRf.h", "cusolverDn.h"), ("cub/cub.cuh", "-Icccl/nvidia/cu13/include/cccl finds it"),
                             ("thrust/sort.h", "pip download --no-deps nvidia-cuda-cccl"), ("cuda/std/span", "libcu++"),
                             ("nv/target", "CCCL")):
            self.write("toolkit/" + name, "#error another's\n")
            for options in ([], ["-Itoolkit"], ["-isystem", "toolkit"]):
                result = self.compile_errors(f"#include <{name}>\n", *options)
                self.assertEqual(result.returncode, 1)
                self.assertEqual(result.stderr.count("error:"), 1, result.stderr)
                self.assertRegex(result.stderr, rf"user\.cu:1:10: fatal error: '{name}' file not found: .*{re.escape(advice)}")
                result = self.compile_errors(f"#if __has_include(<{name}>)\n#error there\n#endif\n", *options)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
        # Who has such a library without the toolkit can have it.
        self.write("library/npp.h", "#define MINE\n")
        result = self.compile_errors("#include <npp.h>\n#ifndef MINE\n#error\n#endif\n", "-Ilibrary")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_header_that_riffle_lacks_in_host_code(self):
        self.write("host.cpp", "#include <thrust/no_such_header.h>\n")
        result = self.riffle("cc", "-c", "host.cpp")
        self.assertEqual(result.returncode, 1)
        self.assertIn("'thrust/no_such_header.h' file not found: it is a header of NVIDIA's CCCL", result.stderr)

    def test_managed_variables_are_known(self):
        result = self.compile_errors("__managed__ int x;\n__global__ void k() { ++x; }\n")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_warning_appears_once_and_the_object_is_made(self):
        result = self.compile_errors("#warning look\nint main() {}\n")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count("warning: look"), 1)
        self.assertTrue(self.exists("user.o"))

    def test_what_every_second_program_has_is_no_warning(self):
        result = self.compile_errors("#include <cstdlib>\nfloat value() { return rand() / (float)RAND_MAX + float(rand()) / RAND_MAX; }\n")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_what_gcc_is_silent_about_is_no_warning(self):
        source = ("void wait(volatile int* flag, int* out) { while (*flag == 0) ; for (int i = 0; i < 2; ++i) out[i] = 1; }\n"
                  "int last(int n) { int values[n]; values[n - 1] = n; return values[n - 1]; }\n"
                  "static_assert(__has_trivial_copy(int));\n")
        result = self.compile_errors(source, "-std=c++17")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("[-Wvla", self.compile_errors(source, "-Xcompiler", "-Wvla").stderr)

    def test_warnings_off_and_as_errors(self):
        source = "#include <cstdio>\nint main() { std::printf(\"%s\", 3); }\n"
        self.assertEqual(self.compile_errors(source, "-w").stderr, "")
        result = self.compile_errors(source, "-Werror", "all-warnings")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.count("error:"), 1)

    def test_several_sources_report_in_order(self):
        for name in ("a", "b", "c"):
            self.write(name + ".cpp", f"#warning from {name}\n")
        result = self.riffle("cc", "-c", "a.cpp", "b.cpp", "c.cpp")
        self.assertEqual(re.findall(r"warning: from (\w)", result.stderr), ["a", "b", "c"])

    def test_undefined_symbol_at_link_time(self):
        self.write("x.cpp", "void missing_function();\nint main() { missing_function(); }\n")
        result = self.riffle("cc", "-o", "x", "x.cpp")
        self.assertEqual(result.returncode, 1)
        self.assertIn("missing_function", result.stderr)
        self.assertNotIn(self.temporary, result.stderr)
        self.assertEqual(os.listdir(self.temporary), [])

    def test_old_architecture_is_named(self):
        self.write("x.cu", KERNEL)
        result = self.riffle("cc", "-c", "-arch=sm_60", "x.cu")
        self.assertEqual(result.returncode, 0)
        self.assertIn("warning: sm_60 is older than CUDA 13 supports", result.stderr)
        result = self.riffle("cc", "-c", "-arch=sm_60", "-Wno-deprecated-gpu-targets", "x.cu")
        self.assertEqual(result.stderr, "")

    def test_options_without_effect_are_named_with_v(self):
        self.write("x.cu", KERNEL)
        self.assertEqual(self.riffle("cc", "-c", "-Xptxas", "-v", "x.cu").stderr, "")
        result = self.riffle("cc", "-c", "-Xptxas", "-O3", "-v", "x.cu")
        self.assertIn("'-Xptxas -O3' concerns NVIDIA's tools only", result.stderr)


class Commands(RiffleCase):
    def test_unknown_command(self):
        result = self.riffle("fly")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "riffle: unknown command 'fly'; see 'riffle --help'\n"))

    def test_a_file_or_an_option_for_a_command(self):
        self.write("x.cu", KERNEL)
        result = self.riffle("x.cu")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "riffle: 'x.cu' is not a command; 'riffle run x.cu' runs it\n"))
        result = self.riffle("--fly")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "riffle: unknown option '--fly'; see 'riffle --help'\n"))

    def test_help_on_a_command(self):
        for command in ("cc", "run", "info"):
            self.assertEqual(self.riffle("help", command).stdout, self.riffle(command, "--help").stdout)
        self.assertEqual(self.riffle("help", "fly").returncode, 2)

    def test_bad_values_of_variables_are_told_once(self):
        self.write("x.cu", KERNEL)
        environment = dict(self.environment, RIFFLE_WORKERS="many")
        for command in (["run", "x.cu"], ["info"]):
            result = self.riffle(*command, env=environment)
            self.assertEqual(result.stderr, "riffle: RIFFLE_WORKERS='many' is not a number from 1 to 1024; "
                                            "the default is used\n", command)

    def test_help_pages(self):
        for command in ([], ["cc"], ["run"], ["info"], ["trace"], ["explore"]):
            result = self.riffle(*command, "--help")
            self.assertEqual(result.returncode, 0)
            for section in ("NAME", "SYNOPSIS", "EXAMPLES", "EXIT STATUS"):
                self.assertIn(f"\n{section}\n", "\n" + result.stdout, command)
            self.assertLessEqual(max(len(line) for line in result.stdout.splitlines()), 100)

    def test_help_to_a_full_disk(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([RIFFLE, "cc", "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("No space left", result.stderr)

    def test_static_variables_of_device_functions(self):
        self.write("x.cu", """\
struct Empty { __host__ __device__ Empty() {} };
__host__ __device__ int both() { return 5; }
constexpr __host__ __device__ int constant() { return 6; }
const int known = 7;
__host__ __device__ int of_both_sides() { static int n = both(); return n; }
__device__ int taken() { static int a = 1, b = constant(), c[2] = {1, known}; static Empty empty; return a + b + c[1]; }
__global__ void refused_call(int* o) { static int n = both(); *o = n; }
__device__ int refused_argument(int x) { static int n = x; return n; }
__device__ int refused_position() { static const unsigned n = threadIdx.x; return n; }
template <class T> __device__ T refused_in_template() { static T n = both(); return n; }
__global__ void k(int* o) { *o = taken() + refused_in_template<int>(); }
int main() {}
""")
        result = self.riffle("cc", "x.cu")
        self.assertEqual(result.returncode, 2)
        errors = [line for line in result.stderr.splitlines() if "error:" in line]
        text = "dynamic initialization is not supported for a function-scope static variable within a __device__/__global__ function"
        self.assertEqual([re.sub(r"^x\.cu:(\d+):\d+: error: ", r"\1 ", line) for line in errors],
                         [f"{line} {text}" for line in (7, 8, 9, 10)])

    def test_version_lines_for_build_systems(self):
        lines = self.riffle("cc", "--version").stdout.splitlines()
        self.assertEqual(lines[0], "nvcc: NVIDIA (R) Cuda compiler driver")
        self.assertIn("Cuda compilation tools, release 13.0, V13.0.48", lines)

    def test_the_name_nvcc(self):
        os.symlink(os.path.realpath(RIFFLE), self.path("nvcc"))
        result = self.run_command([self.path("nvcc"), "--foo"])
        self.assertEqual(result.stderr, "nvcc fatal   : Unknown option '--foo'\n")


if __name__ == "__main__":
    riffle_case.main()
