# Fills the installed toolkit folder with links. Runs within `cmake --install`, which sets folder, library_folder,
# include_folder, all relative to the prefix.
include(${CMAKE_CURRENT_LIST_DIR}/layout.cmake)
set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
set(toolkit "${prefix}/${folder}")

file(REMOVE_RECURSE "${toolkit}/include")
foreach(header ${riffle_headers})
  riffle_toolkit_link("${toolkit}" "${prefix}/${include_folder}/${header}" include/${header})
endforeach()
riffle_toolkit_layout("${toolkit}" "${prefix}/${library_folder}" ${riffle_libraries})

execute_process(COMMAND "${prefix}/bin/riffle" info --toolkit --prefix "${CMAKE_INSTALL_PREFIX}"
                RESULT_VARIABLE result OUTPUT_QUIET)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the toolkit folder ${toolkit} could not be prepared")
endif()
execute_process(COMMAND "${prefix}/bin/riffle" info --toolkit --cuda-version=12 --prefix "${CMAKE_INSTALL_PREFIX}"
                RESULT_VARIABLE result OUTPUT_QUIET)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the toolkit folder ${toolkit}-12 could not be prepared")
endif()

# Precompiled headers hold for the place where they are made. An installation that is moved makes its own, in users' caches.
if("$ENV{DESTDIR}" STREQUAL "" AND NOT "$ENV{RIFFLE_CACHE}" STREQUAL "off")
  execute_process(COMMAND "${prefix}/bin/riffle" cc --riffle-make-headers RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(STATUS "Precompiled headers were not made: the first compilations take longer")
  endif()
endif()
