// node scripts/count-tests.mjs report.json …: adds up Vitest and Playwright reports; fails if a test failed or was
// skipped. Names the stories that passed only when they were repeated.
import { readFileSync } from 'node:fs'

let passed = 0
let failed = 0
let skipped = 0
const addSuite = (suite) => {
  for (const { title, tests } of suite.specs ?? []) {
    for (const { status } of tests) {
      if (status === 'flaky') console.log(`Passed only when repeated: ${suite.file}: ${title}`)
      if (status === 'expected' || status === 'flaky') passed++
      else if (status === 'skipped') skipped++
      else failed++
    }
  }
  for (const inner of suite.suites ?? []) addSuite(inner)
}

for (const file of process.argv.slice(2)) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  for (const { assertionResults } of report.testResults ?? []) {
    for (const { status } of assertionResults) {
      if (status === 'passed') passed++
      else if (status === 'failed') failed++
      else skipped++
    }
  }
  for (const suite of report.suites ?? []) addSuite(suite)
}

console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed + skipped > 0 || passed === 0 ? 1 : 0)
