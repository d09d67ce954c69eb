#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The networks that the onnx package has (their weights are made when they run), through TensorRT's interface: each must give the
# bits that ONNX Runtime gives when it is called plainly.
"""usage: light_models.py RUN_MODEL [--capture]"""
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnx
import onnxruntime

MODELS = ("light_resnet50", "light_squeezenet", "light_shufflenet", "light_inception_v1", "light_densenet121")


def main(run_model, *flags):
    data = pathlib.Path(onnx.__file__).parent / "backend/test/data/light"
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    wrong = 0
    for name in MODELS:
        model = data / f"{name}.onnx"
        session = onnxruntime.InferenceSession(str(model), options)
        given = session.get_inputs()[0]
        image = numpy.random.default_rng(1).standard_normal(given.shape).astype(numpy.float32)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "input_0.bin").write_bytes(image.tobytes())
            (pathlib.Path(folder) / "input_0.shape").write_text(" ".join(map(str, image.shape)))
            done = subprocess.run([run_model, model, folder, *flags], capture_output=True, text=True)
            output = pathlib.Path(folder) / "output_0.bin"
            bits = output.read_bytes() if output.exists() else None
        is_right = bits == session.run(None, {given.name: image})[0].tobytes()
        print(f"{name}: {'the same bits' if is_right else 'differs: ' + done.stderr[-500:]}")
        wrong += not is_right
    sys.exit(wrong)


if len(sys.argv) < 2:
    sys.exit(__doc__)
main(*sys.argv[1:])
