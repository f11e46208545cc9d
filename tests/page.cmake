# The studio's page: its types, its logic without a browser, and a stranger's path through it in real Chromium.
find_program(LIMBER_NODE NAMES node nodejs)
find_program(LIMBER_CHROMIUM NAMES chromium-headless-shell chromium google-chrome)
if(NOT LIMBER_NODE OR NOT LIMBER_CHROMIUM)
  message(FATAL_ERROR "the tests of the studio's page need Node.js 18, npm and Chromium (Debian: apt-get install nodejs npm "
          "chromium-headless-shell); to build without them: cmake -DLIMBER_BROWSER_TESTS=OFF")
endif()

set(web ${PROJECT_SOURCE_DIR}/web)
add_test(NAME page.types COMMAND npm run types --silent WORKING_DIRECTORY ${web})
add_test(NAME page.logic COMMAND npm test --silent WORKING_DIRECTORY ${web})
add_test(NAME page.browser COMMAND npm run browser --silent WORKING_DIRECTORY ${web})
set_tests_properties(page.types page.logic page.browser PROPERTIES LABELS page TIMEOUT 600)
# A browser that draws without a graphics card wants the whole machine.
set_tests_properties(page.browser PROPERTIES RUN_SERIAL TRUE
                     ENVIRONMENT "LIMBER=$<TARGET_FILE:limber_cli>;CHROMIUM=${LIMBER_CHROMIUM}")
