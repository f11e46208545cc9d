# The studio's page: its types, its logic without a browser, and a stranger's path through it in real Chromium.
find_program(LIMBER_NODE NAMES node nodejs)
find_program(LIMBER_CHROMIUM NAMES chromium-headless-shell chromium google-chrome)
if(NOT LIMBER_NODE OR NOT LIMBER_CHROMIUM)
  message(WARNING "the studio's page is not tested: that needs Node.js 18, npm and Chromium (Debian: apt-get install nodejs npm "
          "chromium-headless-shell); to build without this warning: cmake -DLIMBER_BROWSER_TESTS=OFF")
  return()
endif()

# Where npm could not install its packages (the build says why) these tests are skipped, not failed.
set(web ${PROJECT_SOURCE_DIR}/web)
foreach(script types test browser)
  string(REPLACE test logic name ${script})
  add_test(NAME page.${name} WORKING_DIRECTORY ${web} COMMAND sh -c
    "test -f node_modules/.package-lock.json || { echo 'skipped: npm has not installed its packages; cd web && npm ci'; exit 77; }; exec npm run ${script} --silent")
endforeach()
set_tests_properties(page.types page.logic page.browser PROPERTIES LABELS page TIMEOUT 1200 SKIP_RETURN_CODE 77)
# A browser that draws without a graphics card wants the whole machine.
set_tests_properties(page.browser PROPERTIES RUN_SERIAL TRUE
                     ENVIRONMENT "LIMBER=$<TARGET_FILE:limber_cli>;CHROMIUM=${LIMBER_CHROMIUM}")
