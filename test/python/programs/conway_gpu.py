# SPDX-License-Identifier: Apache-2.0
"""An animated game of life: a launch for each frame, drawn by matplotlib."""
import pycuda.autoinit  # noqa: F401
import matplotlib.animation
import matplotlib.pyplot as plt
import numpy as np
from pycuda import gpuarray
from pycuda.compiler import SourceModule

import life

SIZE, FRAMES = 128, 12

conway_ker = SourceModule(life.GENERATION).get_function("conway_ker")
cells = life.random_cells(SIZE)
now = gpuarray.to_gpu(cells)
after = gpuarray.empty_like(now)
seen = []


def update(_frame, image):
    conway_ker(after, now, block=(32, 32, 1), grid=(SIZE // 32, SIZE // 32, 1))
    image.set_data(after.get())
    now[:] = after[:]
    seen.append(np.array(image.get_array()))
    return [image]


figure, axes = plt.subplots()
image = axes.imshow(cells, interpolation="nearest")
animation = matplotlib.animation.FuncAnimation(figure, update, fargs=(image,), frames=FRAMES, init_func=lambda: [image],
                                               interval=1)
animation.to_jshtml()
assert len(seen) == FRAMES
for frame, drawn in enumerate(seen, 1):
    assert np.array_equal(drawn, life.generations(cells, frame)), f"frame {frame}"
