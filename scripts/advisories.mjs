// node scripts/advisories.mjs: asks the registry for known advisories of the packages that are shipped. Fails on a high or
// critical one. Without an answer it says that nothing was checked, never that nothing is known.
import { spawnSync } from 'node:child_process'

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=20000'], {
  encoding: 'utf8',
  timeout: 60_000,
})
const report = readReport(stdout)
if (!report?.vulnerabilities) {
  console.log(`Advisories: not run (${report?.message ?? 'no answer from the registry'}).`)
  process.exit(0)
}
const found = Object.values(report.vulnerabilities)
for (const { name, severity, via } of found)
  console.log(`${severity}: ${name}: ${via.map((reason) => reason.title ?? `by ${reason}`).join('; ')}`)
console.log(`Advisories: ${found.length === 0 ? 'none known' : `${found.length} packages`}.`)
process.exit(found.some(({ severity }) => severity === 'high' || severity === 'critical') ? 1 : 0)

function readReport(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
