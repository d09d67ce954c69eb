# SPDX-License-Identifier: Apache-2.0
"""`riffle run`: the cache of programs, exit codes, standard streams, signals."""
import os
import signal
import subprocess

import riffle_case
from riffle_case import KERNEL, RIFFLE, RiffleCase


class Running(RiffleCase):
    def test_kernel_runs(self):
        self.write("hello.cu", KERNEL)
        for _ in range(2):
            result = self.riffle("run", "hello.cu")
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\n", ""))

    def test_arguments_input_and_exit_code(self):
        self.write("x.cu", "#include <cstdio>\nint main(int n, char** v) {\n  int c = std::getchar();\n"
                           "  std::printf(\"%d %s %c\\n\", n, v[1], c);\n  return 7;\n}\n")
        result = self.riffle("run", "-O1", "x.cu", "--help", stdin=None, input="q")
        self.assertEqual((result.returncode, result.stdout), (7, "2 --help q\n"))

    def test_schedule(self):
        self.write("x.cu", "#include <cstdio>\nint main() {\n  int* p; cudaMallocHost(&p, 4); *p = 0;\n"
                           "  char* d; cudaMalloc(&d, 4); cudaStream_t s; cudaStreamCreate(&s);\n"
                           "  cudaMemsetAsync(d, 1, 4, s);\n  cudaMemcpyAsync(p, d, 4, cudaMemcpyDeviceToHost, s);\n"
                           "  int early = *p;\n  cudaStreamSynchronize(s);\n  std::printf(\"%x %x\\n\", early, *p);\n}\n")
        self.compile("-o", "prog", "x.cu")
        self.assertEqual(self.riffle("run", "--schedule", "at:", "prog").stdout, "1010101 1010101\n")
        self.assertEqual(self.riffle("run", "--schedule=at:2.1", "x.cu").stdout, "0 1010101\n")
        for arguments, text in ((("--schedule",), "option '--schedule' needs a value"),
                                (("--schedule", "x", "prog"), "--schedule: expected a schedule (SEED, "
                                 "SEED/DEPTH/DECISIONS or at:STREAM.OPERATION,...), got 'x'")):
            result = self.riffle("run", *arguments)
            self.assertEqual((result.returncode, result.stderr), (1, f"riffle run: {text}\n"))

    def test_blocks_that_wait_for_later_ones_end_under_a_schedule(self):
        self.write("x.cu", "#include <cstdio>\n__global__ void later(volatile int* flag) {\n"
                           "  if (blockIdx.x == 0) while (*flag == 0) {}\n  else if (blockIdx.x == gridDim.x - 1) *flag = 1;\n}\n"
                           "__global__ void all(int* count) {\n  __syncthreads();\n  if (threadIdx.x == 0) {\n    atomicAdd(count, 1);\n"
                           "    while (atomicAdd(count, 0) < gridDim.x) {}\n  }\n  __syncthreads();\n}\n"
                           "int main() {\n  int* p; cudaMallocManaged(&p, 8); p[0] = p[1] = 0;\n"
                           "  later<<<3, 64>>>(p);\n  all<<<9, 64>>>(p + 1);\n  cudaDeviceSynchronize();\n  std::printf(\"%d %d\\n\", p[0], p[1]);\n}\n")
        self.compile("-o", "prog", "x.cu")
        for schedule in ("at:", "17"):
            self.assertEqual(self.riffle("run", "--schedule", schedule, "prog").stdout, "1 9\n")

    def test_cpp_source(self):
        self.write("x.cpp", "#include <cuda_runtime.h>\nint main() { return cudaSuccess; }\n")
        self.assertEqual(self.riffle("run", "x.cpp").returncode, 0)

    def test_program_built_before(self):
        self.write("x.cu", "int main(int n, char**) { return n; }\n")
        self.compile("-o", "prog", "x.cu")
        for name in ("prog", "./prog", self.path("prog")):
            self.assertEqual(self.riffle("run", name, "a", "b").returncode, 3)

    def test_signal_becomes_exit_code_and_message(self):
        self.write("x.cu", "#include <csignal>\nint main() { raise(SIGSEGV); }\n")
        result = self.riffle("run", "x.cu")
        self.assertEqual(result.returncode, 128 + signal.SIGSEGV)
        self.assertIn("'x' was ended by signal 11", result.stderr)

    def test_signals_are_passed_on(self):
        self.write("x.cu", "#include <csignal>\n#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n"
                           "int main() {\n  signal(SIGTERM, [](int) { _exit(33); });\n"
                           "  std::puts(\"ready\");\n  std::fflush(stdout);\n  for (;;) pause();\n}\n")
        process = subprocess.Popen([RIFFLE, "run", "x.cu"], cwd=self.folder, env=self.environment,
                                   stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(60), 33)

    def test_program_ends_with_its_runner(self):
        self.write("x.cu", "#include <cstdio>\n#include <unistd.h>\nint main() {\n"
                           "  std::printf(\"%d\\n\", getpid());\n  std::fflush(stdout);\n  for (;;) pause();\n}\n")
        process = subprocess.Popen([RIFFLE, "run", "x.cu"], cwd=self.folder, env=self.environment,
                                   stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        child = int(process.stdout.readline())
        process.kill()
        process.wait()
        # The pipe closes when the last process that holds it is gone.
        self.assertEqual(process.stdout.read(), "")
        self.assertFalse(os.path.exists(f"/proc/{child}/exe"))


class Cache(RiffleCase):
    SOURCE = "#include \"value.h\"\nint main() { return VALUE; }\n"

    def setUp(self):
        super().setUp()
        self.write("x.cu", self.SOURCE)
        self.write("value.h", "#define VALUE 5\n")

    def programs(self):
        folder = self.path("cache/programs")
        return sorted(name for name in os.listdir(folder) if "." not in name) if os.path.isdir(folder) else []

    def test_second_run_compiles_nothing(self):
        self.assertEqual(self.riffle("run", "x.cu").returncode, 5)
        self.assertEqual(len(self.programs()), 1)
        # With an unusable folder for temporary files, only a cached program can run.
        environment = dict(self.environment, TMPDIR="/nonexistent")
        self.assertEqual(self.riffle("run", "x.cu", env=environment).returncode, 5)
        self.assertEqual(self.riffle("run", "-O3", "x.cu", env=environment).returncode, 1)

    def test_changes_are_seen(self):
        self.assertEqual(self.riffle("run", "x.cu").returncode, 5)
        stamp = os.stat(self.path("value.h"))
        self.write("value.h", "#define VALUE 6\n")
        os.utime(self.path("value.h"), ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
        self.assertEqual(self.riffle("run", "x.cu").returncode, 6)
        self.write("x.cu", self.SOURCE.replace("VALUE;", "VALUE + 1;"))
        self.assertEqual(self.riffle("run", "x.cu").returncode, 7)
        self.assertEqual(self.riffle("run", "-UVALUE", "-DX", "x.cu").returncode, 7)

    def test_headers_of_the_device_side_count(self):
        self.write("x.cu", "#ifdef __CUDA_ARCH__\n#include \"value.h\"\n#endif\nint main() { return 4; }\n")
        self.assertEqual(self.riffle("run", "x.cu").returncode, 4)
        self.write("value.h", "#error seen\n")
        result = self.riffle("run", "x.cu")
        self.assertEqual(result.returncode, 1)
        self.assertIn("value.h:1:2: error: seen", result.stderr)

    def test_options_are_part_of_the_key(self):
        self.write("x.cu", "int main() { return VALUE; }\n")
        for value in (3, 4, 3):
            self.assertEqual(self.riffle("run", f"-DVALUE={value}", "x.cu").returncode, value)
        self.assertEqual(len(self.programs()), 2)

    def is_fresh(self, before, change, after, *options):
        """The program's exit code before and after `change()`; in between the program comes from the cache."""
        arguments = ("run", *options, "x.cu")
        self.assertEqual(self.riffle(*arguments).returncode, before)
        self.assertEqual(self.riffle(*arguments, env=dict(self.environment, TMPDIR="/nonexistent")).returncode, before)
        change()
        self.assertEqual(self.riffle(*arguments).returncode, after)

    def library(self, path, value, kind="-lib"):
        self.write("f.cu", f"int f() {{ return {value}; }}\n")
        os.makedirs(os.path.dirname(self.path(path)), exist_ok=True)
        self.compile(kind, "f.cu", "-o", path)

    def test_libraries_and_objects(self):
        self.write("x.cu", "int f(); int main() { return f(); }\n")
        self.library("a/libff.a", 1)
        for options in (("-La", "-lff"), ("-Xlinker", "a/libff.a"), ("-La", "-l:libff.a")):
            self.library("a/libff.a", 1)
            with self.subTest(options=options):
                self.is_fresh(1, lambda: self.library("a/libff.a", 2), 2, *options)
        self.library("a/f.o", 3, "-c")
        self.is_fresh(3, lambda: self.library("a/f.o", 4, "-c"), 4, "-Xlinker", "a/f.o")

    def test_a_library_earlier_in_the_path(self):
        self.write("x.cu", "int f(); int main() { return f(); }\n")
        self.library("two/libff.a", 2)
        options = ("-Lone", "-Ltwo", "-lff")
        self.is_fresh(2, lambda: self.library("one/libff.a", 1), 1, *options)
        self.is_fresh(1, lambda: os.remove(self.path("one/libff.a")), 2, *options)

    def test_a_header_earlier_in_the_path(self):
        self.write("x.cu", "#include <part/h.h>\n#include \"g.h\"\nint main() { return H + G; }\n")
        os.makedirs(self.path("one"))
        self.write("two/part/h.h", "#define H 2\n")
        self.write("two/g.h", "#define G 0\n")
        options = ("-Ione", "-Inone", "-Itwo")
        self.is_fresh(2, lambda: self.write("one/part/h.h", "#define H 1\n"), 1, *options)
        self.is_fresh(1, lambda: self.write("g.h", "#define G 10\n"), 11, *options)
        self.is_fresh(11, lambda: os.remove(self.path("one/part/h.h")), 12, *options)
        self.is_fresh(12, lambda: self.write("none/part/h.h", "#define H 3\n"), 13, *options)

    def test_a_header_that_hides_one_of_riffle(self):
        self.write("x.cu", "#include <cuda_fp16.h>\n#ifndef VALUE\n#define VALUE 1\n#endif\nint main() { return VALUE; }\n")
        os.makedirs(self.path("one"))
        self.is_fresh(1, lambda: self.write("one/vector_types.h", "#pragma once\n#include_next <vector_types.h>\n#define VALUE 2\n"),
                      2, "-Ione")

    def test_headers_that_may_be_there(self):
        for source in ("x.cu", "x.cpp"):
            self.write(source, "#if __has_include(\"opt.h\")\n#include \"opt.h\"\n#else\n#define VALUE 1\n#endif\n"
                               "int main() { return VALUE; }\n")
            self.assertEqual(self.riffle("run", source).returncode, 1)
            self.write("opt.h", "#define VALUE 2\n")
            self.assertEqual(self.riffle("run", source).returncode, 2)
            os.remove(self.path("opt.h"))
            self.assertEqual(self.riffle("run", source).returncode, 1)

    def test_options_files(self):
        self.write("x.cu", "#ifdef __CUDA_ARCH__\n#define VALUE 0\n#endif\nint main() { return VALUE; }\n")
        for options in (("--options-file", "opts"), ("-Xcompiler", "@opts")):
            with self.subTest(options=options):
                self.write("opts", "-DVALUE=1")
                self.is_fresh(1, lambda: self.write("opts", "-DVALUE=2"), 2, *options)

    def test_what_the_assembler_reads(self):
        self.write("x.cu", "#ifndef __CUDA_ARCH__\n__asm__(\".data\\n.global datum\\ndatum: .incbin \\\"datum.bin\\\"\\n.text\");\n#endif\n"
                           "extern \"C\" char datum[];\nint main() { return datum[0]; }\n")
        self.write("datum.bin", "\1")
        self.is_fresh(1, lambda: self.write("datum.bin", "\2"), 2)

    def test_device_code_of_files(self):
        self.write("k.cu", "__device__ int value() { return 1; }\n")
        self.compile("-dc", "k.cu", "-o", "k.o")
        self.compile("-lib", "k.o", "-o", "libk.a")
        self.write("x.cu", "__device__ int value();\n__global__ void k(int* p) { *p = value(); }\n"
                           "int main() { int* p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); return *p; }\n")

        def change():
            self.write("k.cu", "__device__ int value() { return 2; }\n")
            self.compile("-dc", "k.cu", "-o", "k.o")
            self.compile("-lib", "k.o", "-o", "libk.a")
        self.is_fresh(1, change, 2, "-rdc=true", "-L.", "-lk")

    def test_options_of_the_environment(self):
        self.write("x.cu", "int main(int n, char**) { return 10 * VALUE + n; }\n")
        for name, value in (("NVCC_APPEND_FLAGS", 3), ("NVCC_PREPEND_FLAGS", 4), ("NVCC_APPEND_FLAGS", 5)):
            environment = dict(self.environment, **{name: f"-DVALUE={value}"})
            self.assertEqual(self.riffle("run", "x.cu", "y", env=environment).returncode, 10 * value + 2)
        environment = dict(self.environment, NVCC_PREPEND_FLAGS="-DVALUE=3", NVCC_APPEND_FLAGS="-UVALUE -DVALUE=6")
        self.assertEqual(self.riffle("run", "-UVALUE", "x.cu", env=environment).returncode, 61)
        self.compile("-DVALUE=0", "-o", "prog", "x.cu")
        self.assertEqual(self.riffle("run", "./prog", env=environment).returncode, 1)

    def test_failed_compilation_leaves_nothing(self):
        self.write("x.cu", "int main() { return missing; }\n")
        result = self.riffle("run", "x.cu")
        self.assertEqual(result.returncode, 2)
        self.assertIn("x.cu:1:21: error:", result.stderr)
        self.assertFalse(self.exists("cache/programs"))
        self.assertEqual(os.listdir(self.temporary), [])

    def test_cache_off_or_unusable(self):
        environment = dict(self.environment, RIFFLE_CACHE="off")
        self.assertEqual(self.riffle("run", "x.cu", env=environment).returncode, 5)
        self.assertEqual(self.programs(), [])
        self.write("file", "")
        environment = dict(self.environment, RIFFLE_CACHE_DIR=self.path("file/cache"))
        self.assertEqual(self.riffle("run", "x.cu", env=environment).returncode, 5)
        self.assertEqual(os.listdir(self.temporary), [])

    def test_many_at_once(self):
        processes = [subprocess.Popen([RIFFLE, "run", "x.cu"], cwd=self.folder, env=self.environment)
                     for _ in range(6)]
        self.assertEqual([process.wait(120) for process in processes], [5] * 6)
        leftovers = [name for name in os.listdir(self.path("cache/programs")) if ".part." in name]
        self.assertEqual(leftovers, [])
        self.assertEqual(len(self.programs()), 1)


class Mistakes(RiffleCase):
    def fails(self, code, *arguments):
        result = self.riffle("run", *arguments)
        self.assertEqual((result.returncode, result.stdout), (code, ""))
        self.assertTrue(result.stderr.startswith("riffle run: "), result.stderr)
        return result.stderr

    def test_nothing_to_run(self):
        self.fails(1)
        self.assertIn("'no.cu'", self.fails(1, "no.cu"))
        self.assertIn("'no_program'", self.fails(127, "no_program"))
        self.assertIn("'./no_program'", self.fails(127, "./no_program"))
        self.assertIn("is a folder", self.fails(126, "tmp"))
        os.mkdir(self.path("folder.cu"))
        self.assertEqual(self.fails(1, "folder.cu"), "riffle run: cannot read 'folder.cu': it is a folder\n")

    def test_file_that_is_no_program(self):
        self.write("notes", "text")
        self.assertIn("'notes'", self.fails(126, "notes"))

    def test_options_that_make_no_program(self):
        self.write("x.cu", KERNEL)
        for option in ("-c", "-E", "-shared", "-lib"):
            self.assertIn("riffle cc", self.fails(1, option, "x.cu"))
        self.assertIn("unknown option '--foo'", self.fails(1, "--foo", "x.cu"))

    def test_options_before_a_program(self):
        self.write("x.cu", "int main() {}\n")
        self.compile("-o", "prog", "x.cu")
        self.assertIn("options before it", self.fails(1, "-O3", "./prog"))


if __name__ == "__main__":
    riffle_case.main()
