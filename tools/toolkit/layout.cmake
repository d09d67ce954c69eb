# The links of a toolkit folder, all relative: it can be moved, with what it belongs to. Read in the build and by install.cmake.

# The link `name` in the folder `toolkit` to `target`, a full path.
function(riffle_toolkit_link toolkit target name)
  get_filename_component(from "${toolkit}/${name}" DIRECTORY)
  file(MAKE_DIRECTORY "${from}")
  file(RELATIVE_PATH relative "${from}" "${target}")
  file(CREATE_LINK "${relative}" "${toolkit}/${name}" SYMBOLIC)
endfunction()

# Everything but include/, whose form differs, and what `riffle info --toolkit` writes. `libraries`: the folder that has
# Riffle's libraries; ARGN: those of them that the runtime does not bring (libcublas.so.13).
function(riffle_toolkit_layout toolkit libraries)
  # As CUDA has them: tools look into any of these.
  riffle_toolkit_link("${toolkit}" "${toolkit}/lib64" lib)
  riffle_toolkit_link("${toolkit}" "${toolkit}/include" targets/x86_64-linux/include)
  riffle_toolkit_link("${toolkit}" "${toolkit}/lib64" targets/x86_64-linux/lib)
  file(MAKE_DIRECTORY "${toolkit}/lib64/stubs")
  foreach(library libcudadevrt.a libcudart.so.13 libcuda.so.1 libnvidia-ml.so.1)
    riffle_toolkit_link("${toolkit}" "${libraries}/${library}" lib64/${library})
  endforeach()
  foreach(library ${ARGN})
    string(REGEX REPLACE "[.][0-9]+$" "" name ${library})
    riffle_toolkit_link("${toolkit}" "${libraries}/${library}" lib64/${name})
    # Programs look for it by this name, in the folder that their build system made a run path.
    riffle_toolkit_link("${toolkit}" "${libraries}/${library}" lib64/${library})
  endforeach()
endfunction()
