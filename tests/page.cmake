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
function(limber_page_test name command)
  add_test(NAME page.${name} WORKING_DIRECTORY ${web} COMMAND sh -c
    "test -f node_modules/.package-lock.json || { echo 'skipped: npm has not installed its packages; cd web && npm ci'; exit 77; }; exec ${command}")
  set_tests_properties(page.${name} PROPERTIES LABELS page TIMEOUT 600 SKIP_RETURN_CODE 77)
endfunction()
limber_page_test(types "npm run types --silent")
limber_page_test(logic "npm run test --silent")

# One test a file, so that a failure names it and can be repeated alone: ctest --preset check -R page.browser.joints
limber_page_test(browser "node build.mjs --browser")
set_tests_properties(page.browser PROPERTIES FIXTURES_SETUP browser_tests)
file(GLOB browser_tests RELATIVE ${web}/browser CONFIGURE_DEPENDS ${web}/browser/*.test.ts)
foreach(file ${browser_tests})
  string(REPLACE .test.ts "" name ${file})
  limber_page_test(browser.${name} "node --test build/browser/${name}.test.mjs")
  # A browser that draws without a graphics card wants the whole machine.
  set_tests_properties(page.browser.${name} PROPERTIES FIXTURES_REQUIRED browser_tests RUN_SERIAL TRUE
                       ENVIRONMENT "LIMBER=$<TARGET_FILE:limber_cli>;CHROMIUM=${LIMBER_CHROMIUM}")
endforeach()
