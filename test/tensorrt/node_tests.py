#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The tests of nodes that the onnx package has, through TensorRT's interface: each must give the bits that ONNX Runtime gives when
# it is called plainly. Left out are those that ONNX Runtime itself refuses and those whose inputs or outputs have types that
# TensorRT does not have.
"""usage: node_tests.py RUN_MODEL [--only TEXT] [--capture] [--least SHARE]"""
import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, numpy_helper
from onnx.backend.test.case.node import collect_testcases

TYPES = {TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.INT8, TensorProto.INT32, TensorProto.BOOL, TensorProto.UINT8,
         TensorProto.INT64, TensorProto.DOUBLE}


def has_its_types(model):
    return all(value.type.WhichOneof("value") == "tensor_type" and value.type.tensor_type.elem_type in TYPES
               for value in (*model.graph.input, *model.graph.output))


def write_input(folder, number, value, model_input):
    if model_input.type.tensor_type.elem_type == TensorProto.DOUBLE:
        value = value.astype(numpy.float32)
    (folder / f"input_{number}.bin").write_bytes(numpy.ascontiguousarray(value).tobytes())
    (folder / f"input_{number}.shape").write_text(" ".join(map(str, value.shape)))


def plainly(model, arrays):
    """What ONNX Runtime gives, or None where it does not have the operator. A DOUBLE comes as FP32, as through TensorRT."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options)
        feeds = {}
        for given, array in zip(session.get_inputs(), arrays):
            feeds[given.name] = array.astype(numpy.float32).astype(numpy.float64) if array.dtype == numpy.float64 else array
        results = session.run(None, feeds)
    except Exception:
        return None
    return [r.astype(numpy.float32) if r.dtype == numpy.float64 else r for r in results]


def prepare(case, folder):
    """Writes the model and its inputs; the results that are expected, or None where the case is left out."""
    model = case.model
    if not has_its_types(model):
        return "has types that TensorRT does not have"
    arrays = [x if isinstance(x, numpy.ndarray) else numpy.asarray(x) for x in case.data_sets[0][0]]
    if len(arrays) != len(model.graph.input) or any(a.ndim > 8 for a in arrays):
        return "has inputs that are left open"
    expected = plainly(model, arrays)
    if expected is None:
        return "is refused by ONNX Runtime itself"
    if not all(isinstance(e, numpy.ndarray) for e in expected):
        return "has types that TensorRT does not have"
    folder.mkdir()
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    for number, array in enumerate(arrays):
        write_input(folder, number, array, model.graph.input[number])
    return expected


def difference(folder, expected):
    for number, value in enumerate(expected):
        file = folder / f"output_{number}.bin"
        if not file.exists():
            return f"no output {number}"
        shape = tuple(map(int, (folder / f"output_{number}.shape").read_text().split()))
        if shape != value.shape:
            return f"output {number} has shape {shape}, expected {value.shape}"
        if file.read_bytes() != numpy.ascontiguousarray(value).tobytes():
            return f"output {number} differs"
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("run_model")
    parser.add_argument("--only", default="")
    parser.add_argument("--capture", action="store_true")
    parser.add_argument("--least", type=float, default=0.95)
    options = parser.parse_args()
    left_out, failed, passed = collections.Counter(), [], 0
    with tempfile.TemporaryDirectory() as root:
        cases = {}
        for case in collect_testcases(None):
            # What draws random numbers gives others each time.
            if options.only not in case.name or "dropout" in case.name or "bernoulli" in case.name or case.name in cases:
                continue
            folder = pathlib.Path(root) / case.name
            expected = prepare(case, folder)
            if isinstance(expected, str):
                left_out[expected] += 1
            else:
                cases[case.name] = folder, expected
        lines = "".join(f"{folder / 'model.onnx'} {folder}\n" for folder, _ in cases.values())
        ran = subprocess.run([options.run_model, "-", *(["--capture"] if options.capture else [])], input=lines,
                             capture_output=True, text=True)
        told = dict(zip(cases, ran.stderr.split("--\n")))
        for name, (folder, expected) in cases.items():
            if what := difference(folder, expected):
                failed.append(f"{name}: {what}: {told.get(name, '').strip()[:300]}")
            else:
                passed += 1
    for line in failed:
        print(line)
    for reason, count in left_out.items():
        print(f"{count} left out: the model {reason}")
    print(f"{passed} of {passed + len(failed)} passed")
    if ran.returncode != 0:
        sys.exit(f"run_model ended with {ran.returncode}")
    sys.exit(passed == 0 or passed < options.least * (passed + len(failed)))


main()
