# SPDX-License-Identifier: Apache-2.0
"""Programs: options, targets, names, logs, headers of their own, precompiled headers, PTX."""
import io

import numpy as np
import pytest
from cuda.core import ObjectCode, Program, ProgramOptions, launch
from cuda.core.utils import InMemoryProgramCache

from conftest import CONFIG, COUNT, SOURCE

KERNEL = 'extern "C" __global__ void k(float *x) { x[threadIdx.x] = VALUE; }'


def value_of(code, stream, floats, name="k"):
    launch(stream, CONFIG, code.get_kernel(name), floats.address)
    stream.sync()
    return floats.values[5]


@pytest.mark.parametrize("target", ["cubin", "ptx", "ltoir"])
def test_targets(compiled, target):
    options = {"link_time_optimization": True} if target == "ltoir" else {}
    code = compiled(target=target, **options)
    assert isinstance(code, ObjectCode) and code.code_type == target and len(bytes(code.code)) > 100


def test_ptx_can_be_read(compiled):
    text = compiled(target="ptx").code.decode()
    assert ".visible .entry twice(" in text and ".target sm_" in text


@pytest.mark.parametrize("options", [
    {"lineinfo": True}, {"debug": True}, {"ftz": True, "prec_div": False, "prec_sqrt": False, "fma": False},
    {"use_fast_math": True}, {"max_register_count": 32}, {"std": "c++20"}, {"std": "c++11"}, {"restrict": True},
    {"extra_device_vectorization": True}, {"relocatable_device_code": True}, {"extensible_whole_program": True},
    {"device_int128": True}, {"diag_suppress": [177, 550]}, {"no_cache": True}, {"split_compile": 0},
    {"minimal": True}, {"ptxas_options": ["-v", "-O2"]}, {"no_display_error_number": True}, {"disable_warnings": True}])
def test_options(compiled, options):
    assert len(compiled(**options).code) > 0


def test_macros(compiled, stream, floats):
    assert value_of(compiled(KERNEL, define_macro=("VALUE", "7")), stream, floats) == 7
    assert value_of(compiled("#define VALUE 3\n" + KERNEL, define_macro=["UNUSED"], undefine_macro="OTHER"), stream, floats) == 3


def test_folders_and_headers(compiled, stream, floats, tmp_path):
    (tmp_path / "value.h").write_text("#define VALUE 11\n")
    assert value_of(compiled("#include <value.h>\n" + KERNEL, include_path=str(tmp_path)), stream, floats) == 11
    assert value_of(compiled(KERNEL, include_path=[str(tmp_path)], pre_include="value.h"), stream, floats) == 11


def test_an_error_has_its_line(compiled):
    with pytest.raises(Exception, match=r"bad\.cu\(2\): error: identifier \"missing\" is undefined"):
        compiled("__global__ void k(int *p) {\n  *p = missing;\n}\n", name="bad.cu")


def test_logs_of_what_compiles(arch):
    log = io.StringIO()
    program = Program("__global__ void k() { int unused = 1; }", "c++", ProgramOptions(arch=arch, name="warned.cu", no_cache=True))
    program.compile("cubin", logs=log)
    assert "warned.cu(1): warning" in log.getvalue() and '"unused"' in log.getvalue()


def test_unknown_options_are_refused(arch):
    with pytest.raises(Exception, match="NVRTC_ERROR_INVALID_OPTION|invalid value for --gpu-architecture"):
        Program(SOURCE, "c++", ProgramOptions(arch="sm_12")).compile("cubin")


@pytest.mark.parametrize("arguments", [("nonsense", "c++"), (SOURCE, "fortran")])
def test_wrong_kinds_are_refused(arguments, arch):
    with pytest.raises(Exception):
        Program(arguments[0], arguments[1], ProgramOptions(arch=arch)).compile("cubin")
    with pytest.raises(ValueError):
        Program(SOURCE, "c++", ProgramOptions(arch=arch)).compile("gold")


def test_names_of_templates(compiled, stream, floats):
    source = "template <class T, int n> __global__ void k(T *x) { x[threadIdx.x] = n; }\nnamespace a { __global__ void b(float *) {} }"
    names = ("k<float, 5>", "k< double, 6 >", "a::b")
    code = compiled(source, names=names)
    assert set(code.symbol_mapping) >= set(names)
    assert value_of(code, stream, floats, "k<float, 5>") == 5
    with pytest.raises(Exception):
        code.get_kernel("k<int, 1>")


def test_a_precompiled_header_is_made_and_used(arch, stream, floats, tmp_path):
    (tmp_path / "value.h").write_text("#define VALUE 13\n")
    path, source = str(tmp_path / "kept.pch"), "#include <value.h>\n" + KERNEL
    made = Program(source, "c++", ProgramOptions(arch=arch, include_path=str(tmp_path), create_pch=path))
    assert value_of(made.compile("cubin"), stream, floats) == 13
    assert made.pch_status == "created" and (tmp_path / "kept.pch").stat().st_size > 0
    used = Program(source, "c++", ProgramOptions(arch=arch, include_path=str(tmp_path), use_pch=path))
    assert value_of(used.compile("cubin"), stream, floats) == 13
    assert used.pch_status is None


def test_automatic_precompiled_headers(arch, stream, floats):
    program = Program("#define VALUE 17\n" + KERNEL, "c++", ProgramOptions(arch=arch, pch=True))
    assert value_of(program.compile("cubin"), stream, floats) == 17
    assert program.pch_status in ("created", "not_attempted")


def test_ptx_text_is_a_program(compiled, arch, stream, floats):
    text = compiled(target="ptx").code.decode()
    code = Program(text, "ptx", ProgramOptions(arch=arch)).compile("cubin")
    launch(stream, CONFIG, code.get_kernel("twice"), floats.address, np.int32(COUNT))
    stream.sync()
    floats.expect(lambda x: 2 * x)


def test_programs_from_a_cache(arch):
    cache = InMemoryProgramCache()
    options = ProgramOptions(arch=arch)
    first = Program(SOURCE, "c++", options).compile("cubin", cache=cache)
    again = Program(SOURCE, "c++", options).compile("cubin", cache=cache)
    assert bytes(first.code) == bytes(again.code)


def test_a_closed_program_is_closed(arch):
    program = Program(SOURCE, "c++", ProgramOptions(arch=arch))
    assert program.backend == "NVRTC" and not program.is_closed
    program.close()
    assert program.is_closed
