# SPDX-License-Identifier: Apache-2.0
"""Several games of life at once, each in a stream of its own, drawn side by side."""
import pycuda.autoinit  # noqa: F401
import matplotlib.animation
import matplotlib.pyplot as plt
import numpy as np
import pycuda.driver as drv
from pycuda import gpuarray
from pycuda.compiler import SourceModule

import life

SIZE, FRAMES, GAMES = 128, 5, 4

conway_ker = SourceModule(life.GENERATION).get_function("conway_ker")
streams = [drv.Stream() for _ in range(GAMES)]
starts = [life.random_cells(SIZE, seed) for seed in range(GAMES)]
now = [gpuarray.to_gpu(cells) for cells in starts]
after = [gpuarray.empty_like(cells) for cells in now]
frames = 0


def update(_frame, images):
    global frames
    for game, stream in enumerate(streams):
        conway_ker(after[game], now[game], block=(32, 32, 1), grid=(SIZE // 32, SIZE // 32, 1), stream=stream)
        drawn = after[game].get_async(stream=stream)
        now[game].set_async(after[game], stream=stream)
        stream.synchronize()
        images[game].set_data(drawn)
    frames += 1
    return images


figure, axes = plt.subplots(nrows=1, ncols=GAMES)
images = [axis.imshow(cells, interpolation="nearest") for axis, cells in zip(axes, starts, strict=True)]
animation = matplotlib.animation.FuncAnimation(figure, update, fargs=(images,), frames=FRAMES, init_func=lambda: images,
                                               interval=1)
animation.to_jshtml()
assert frames == FRAMES
for game, cells in enumerate(starts):
    assert np.array_equal(images[game].get_array(), life.generations(cells, FRAMES)), f"game {game}"
