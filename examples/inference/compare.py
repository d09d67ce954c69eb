# SPDX-License-Identifier: Apache-2.0
"""usage: compare.py EXAMPLE: runs the example with a network of the onnx package and compares what the network gave, bit for bit,
with ONNX Runtime called plainly."""
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnx
import onnxruntime

model = pathlib.Path(onnx.__file__).parent / "backend/test/data/light/light_squeezenet.onnx"
pictures = 6
with tempfile.TemporaryDirectory() as folder:
    raw = pathlib.Path(folder) / "raw"
    subprocess.run([sys.argv[1], "--model", model, "--pictures", str(pictures), "--raw", raw], check=True)
    values = numpy.fromfile(raw, numpy.float32).reshape(pictures, -1)
options = onnxruntime.SessionOptions()
options.log_severity_level = 4
session = onnxruntime.InferenceSession(str(model), options)
given = session.get_inputs()[0]
size = int(numpy.prod(given.shape))
for picture in values:
    expected = session.run(None, {given.name: picture[:size].reshape(given.shape)})[0]
    assert picture[size:].tobytes() == expected.tobytes(), "the results differ from ONNX Runtime's"
print(f"{pictures} pictures: the same bits as ONNX Runtime")
