# Read by `cpack` before it packs: adds the packages of the libraries that the built files need. CPack's own way
# (CPACK_DEBIAN_PACKAGE_SHLIBDEPS) takes every file, and dpkg-shlibdeps gives up at libcuda.so.1, which needs its runtime by path
# and nothing else that is not needed by the runtime too.
file(GLOB libraries ${RIFFLE_BUILD_FOLDER}/lib/lib*.so)
list(FILTER libraries EXCLUDE REGEX "/libcuda\\.so$")
set(work ${RIFFLE_BUILD_FOLDER}/_CPack_Packages/dependencies)
file(WRITE ${work}/debian/control "Source: riffle\n\nPackage: riffle\nArchitecture: any\n")
execute_process(COMMAND dpkg-shlibdeps --ignore-missing-info -O -l${RIFFLE_BUILD_FOLDER}/lib ${RIFFLE_BUILD_FOLDER}/bin/riffle ${libraries}
                WORKING_DIRECTORY ${work} OUTPUT_VARIABLE found ERROR_VARIABLE why RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "dpkg-shlibdeps (package dpkg-dev) does not know what the libraries need:\n${why}")
endif()
string(REGEX REPLACE "^shlibs:Depends=|\n" "" found "${found}")
string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", ${found}")
