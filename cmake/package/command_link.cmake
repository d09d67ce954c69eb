# Runs within `cpack`, between installing into its folder and packing that.
file(MAKE_DIRECTORY ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/bin)
file(CREATE_LINK /opt/riffle/bin/riffle ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/bin/riffle SYMBOLIC)
