import { execFileSync, spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { measureFirstLoad } from './first-load.ts'
import { killNine } from './g1-crash-recovery.ts'
import { killWhileSending } from './g2-kill-while-sending.ts'
import { measureAcceptance, measureThroughput } from './sending.ts'
import { measureStart } from './start.ts'

// npm run bench: timings, for reading. npm run goals [-- --long]: the goals of correctness at their figures; a goal that is missed ends with 1.
const words = process.argv.slice(2)
const isLong = words.includes('--long')

const print = (name: string, figures: object) => console.log(JSON.stringify({ name, ...figures }))
print('machine', {
  node: process.version,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
})

if (words.includes('--timings')) {
  print('start', await measureStart(5))
  for (const load of await measureFirstLoad(5)) print('first load', load)
  for (const acceptance of await measureAcceptance()) print('from click to accepted', acceptance)
  print('mails handed over', await measureThroughput())
}

if (words.includes('--goals')) {
  const g1 = await killNine(isLong ? 10_000 : 100, { log: (line) => console.log(line) })
  print('G1', g1)
  const broken = await killNine(5, { acksAfterCommit: false })
  print('G1, broken variant', { ...broken, isCaught: broken.lost > 0 })
  const g2 = await killWhileSending(isLong ? 5_000 : 100, { log: (line) => console.log(line) })
  print('G2', g2)
  const naive = await killWhileSending(100, { resendsInterrupted: true, isEnough: ({ duplicates }) => duplicates > 0 })
  print('G2, broken variant', { ...naive, isCaught: naive.duplicates > 0 })
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--project', 'parts'],
    {
      stdio: 'inherit',
      env: { ...process.env, GOALS: 'full' },
    },
  )
  print('features, with their loops at the full figure', { status })
  if (
    g1.lost + g1.failedOpens + g1.halfTransactions > 0 ||
    broken.lost === 0 ||
    g2.duplicates + g2.lost + g2.misreported > 0 ||
    naive.duplicates === 0 ||
    status !== 0
  )
    process.exit(1)
}
