# Fills the installed toolkit folder with links. Runs within `cmake --install`, which sets folder, library_folder,
# include_folder, all relative to the prefix.
set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
set(toolkit "${prefix}/${folder}")

function(link_to target name)
  get_filename_component(from "${toolkit}/${name}" DIRECTORY)
  file(MAKE_DIRECTORY "${from}")
  file(RELATIVE_PATH relative "${from}" "${prefix}/${target}")
  file(CREATE_LINK "${relative}" "${toolkit}/${name}" SYMBOLIC)
endfunction()

link_to(bin/riffle bin/nvcc)
link_to(bin/riffle bin/riffle-host-link)
link_to(${library_folder}/libcudadevrt.a lib64/libcudadevrt.a)
link_to(${library_folder}/libcudart.so.13 lib64/libcudart.so.13)
foreach(library libcublas.so.13 libcurand.so.10 libnvJitLink.so.13 libnvrtc.so.13)
  string(REGEX REPLACE "[.][0-9]+$" "" name ${library})
  link_to(${library_folder}/${library} lib64/${name})
  link_to(${library_folder}/${library} lib64/${library})
endforeach()
file(MAKE_DIRECTORY "${toolkit}/lib64/stubs")
file(REMOVE_RECURSE "${toolkit}/include")
foreach(header ${riffle_headers})
  link_to(${include_folder}/${header} include/${header})
endforeach()

execute_process(COMMAND "${prefix}/bin/riffle" info --toolkit --prefix "${CMAKE_INSTALL_PREFIX}"
                RESULT_VARIABLE result OUTPUT_QUIET)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the toolkit folder ${toolkit} could not be prepared")
endif()

# Precompiled headers hold for the place where they are made. An installation that is moved makes its own, in users' caches.
if("$ENV{DESTDIR}" STREQUAL "" AND NOT "$ENV{RIFFLE_CACHE}" STREQUAL "off")
  execute_process(COMMAND "${prefix}/bin/riffle" cc --riffle-make-headers RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(STATUS "Precompiled headers were not made: the first compilations take longer")
  endif()
endif()
