import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { copyCheckout } from './copied-checkout.ts'
import { printFailed, runNamedTests, type Tests } from './named-tests.ts'

// npm run goals [-- --long] [goal …]: tries what must be correct at its full size, and then the same tests in a copy with one
// fault, which they must notice. Prints a table, and exits with 1 if a goal is missed or a fault is not noticed. SEED repeats
// a run; GOALS=tenth tries a tenth.

type Fault = { file: string; from: string; to: string }
type Goal = {
  id: string
  says: string
  tests: Tests[]
  /** Whether all tests of these files are the goal's, and not only those that name it. */
  isWhole?: boolean
  /** What is put into the copy; without one, the tests themselves try a broken variant. */
  fault?: Fault
}

const server = (...files: string[]): Tests => ({ project: 'server', files: files.map((file) => `server/src/${file}`) })
const bench = (file: string): Tests => ({ project: 'scripts', files: [`bench/${file}`] })
const browser = (file: string): Tests => ({ project: 'e2e', files: [`e2e/${file}`] })

const goals: Goal[] = [
  { id: 'G1', says: 'kills of API and database lose nothing', tests: [bench('g1-crash-recovery.test.ts')] },
  {
    id: 'G2',
    says: 'kills and faults send nothing twice',
    tests: [bench('g2-kill-while-sending.test.ts'), bench('worker-faults.test.ts')],
  },
  {
    id: 'G3',
    says: 'the allowance is never exceeded',
    tests: [server('inquiries/allowance.test.ts')],
    fault: {
      file: 'server/src/billing/billing.store.ts',
      from: "used: eb('allowance.used', '+', 1), usedLimit })",
      to: "used: eb('allowance.used', '+', 0), usedLimit })",
    },
  },
  {
    id: 'G4',
    says: 'one key sends one email',
    tests: [server('inquiries/inquiries.test.ts')],
    fault: {
      file: 'server/src/inquiries/acceptance.service.ts',
      from: 'if (known.earlier) return',
      to: 'if (known.earlier && Math.random() < 0.9) return',
    },
  },
  {
    id: 'G5',
    says: 'no input fails or shows what is not its sender’s',
    tests: [server('http/fuzz.test.ts')],
    fault: {
      file: 'server/src/templates/templates.reads.ts',
      from: ".where('userId', '=', userId)\n    .where('deletedAt', 'is', null)\n\nconst nameColumns",
      to: ".where('deletedAt', 'is', null)\n\nconst nameColumns",
    },
  },
  {
    id: 'G6',
    says: 'each caller may do what the contract says',
    tests: [server('http/access.test.ts')],
    fault: {
      file: 'server/src/http/authorize.ts',
      from: "isCarrier(caller) && caller.role === 'MANAGER'",
      to: 'isCarrier(caller)',
    },
  },
  {
    id: 'G7',
    says: 'hostile HTML runs nothing',
    tests: [browser('hostile-html.e2e.ts')],
    fault: {
      file: 'contract/src/templates/body-html.ts',
      from: "'*': ['style', 'dir'],",
      to: "'*': ['style', 'dir', 'onerror', 'onload', 'src'],",
    },
  },
  {
    id: 'G8',
    says: 'no header is injected, no redirect leaves',
    tests: [
      { project: 'server-units', files: ['server/src/integrations/mailbox-message.test.ts'] },
      browser('sign-in-links.e2e.ts'),
    ],
    fault: {
      file: 'server/src/integrations/mailbox-message.ts',
      from: 'subject: oneLine(subject)',
      to: 'subject',
    },
  },
  {
    id: 'G9',
    says: 'overload refuses pages and keeps emails',
    tests: [bench('overload.test.ts')],
    fault: {
      file: 'server/src/admission.ts',
      from: 'const isAdmitted = calls <= limits.calls && (looks.length < 2 || lateMs <= limits.lateMs)',
      to: 'const isAdmitted = Number.isFinite(calls + lateMs + limits.calls)',
    },
  },
  {
    id: 'G10',
    says: 'a steady load stays level',
    tests: [bench('overload.test.ts')],
    fault: {
      file: 'server/src/app.ts',
      from: "    request.log.info({ method, route, status, ms: Math.round(ms) }, 'request completed')",
      to: "    ;((globalThis as { kept?: Buffer[] }).kept ??= []).push(Buffer.alloc(500_000, 1))\n    request.log.info({ method, route, status, ms: Math.round(ms) }, 'request completed')",
    },
  },
  {
    id: 'G11',
    says: 'races sign in once, theft ends the session',
    tests: [server('sessions/session-races.test.ts', 'sign-in/sign-in.test.ts')],
    fault: {
      file: 'server/src/sessions/sessions.service.ts',
      from: '      await revoke(tx, { sessionId: session.id, userId: session.userId })\n      return undefined',
      to: '      return undefined',
    },
  },
  {
    id: 'G12',
    says: 'no forged webhook counts',
    tests: [server('billing/webhooks.test.ts')],
    fault: {
      file: 'server/src/billing/webhook.routes.ts',
      from: '  return undefined\n}\n\n/** Returns what became of an event.',
      to: '  return JSON.parse(String(body))\n}\n\n/** Returns what became of an event.',
    },
  },
  {
    id: 'G13',
    says: 'stops fail no admitted request',
    tests: [server('restarts.test.ts')],
    fault: { file: 'server/src/main.ts', from: "['SIGINT', 'SIGTERM'] as const", to: "['SIGINT'] as const" },
  },
  {
    id: 'G14',
    says: 'forged messages send nothing',
    tests: [browser('hostile-messages.e2e.ts')],
    fault: {
      file: 'extension/src/rows/row-keys.ts',
      from: 'if (!event.isTrusted || event.isComposing',
      to: 'if (event.isComposing',
    },
  },
  {
    id: 'G15',
    says: 'no secret is logged, shown or stored',
    tests: [
      server('http/access.test.ts', 'http/log.test.ts', 'sign-in/sign-in.test.ts'),
      { project: 'scripts', files: ['scripts/secret-leftovers.test.ts'] },
    ],
    isWhole: true,
    fault: {
      file: 'server/src/app.ts',
      from: 'request.log.info({ method, route, status,',
      to: 'request.log.info({ url: request.url, method, route, status,',
    },
  },
  {
    id: 'G16',
    says: 'every screen is accessible',
    tests: [browser('screens.e2e.ts')],
    fault: { file: 'dashboard/index.html', from: '<html lang="en"', to: '<html' },
  },
]

/** In the titles of tests that expect a broken variant to fail. */
const ofBrokenVariant = 'the same harness catches'

const options = process.argv.slice(2)
const isLong = options.includes('--long')
const named = options.filter((option) => option !== '--long')
const seed = process.env['SEED'] ?? String(randomInt(2 ** 31))
const env = {
  SEED: seed,
  GOALS: process.env['GOALS'] ?? 'full',
  ...(isLong && { FUZZ_INPUTS: '1000000', KILLS: '1000' }),
}
const root = join(import.meta.dirname, '..')

console.log(`node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, SEED=${seed}`)
const rows: string[] = []
let isMissed = false
const copy = copyCheckout()
try {
  for (const goal of goals.filter(({ id }) => named.length === 0 || named.includes(id))) {
    const full = runNamedTests(root, goal.tests, { titles: titlesOf(goal), env })
    const broken = goal.fault ? tryFault(goal, goal.fault) : undefined
    const isNoticed = broken ? broken.failed.length > 0 : full.passed.some((title) => title.includes(ofBrokenVariant))
    isMissed ||= full.failed.length > 0 || full.passed.length === 0 || !isNoticed
    printFailed(`${goal.id} failed`, full.failed)
    printFailed(`${goal.id} noticed the fault`, broken?.failed ?? [])
    const outcome = full.failed.length === 0 ? `${full.passed.length} passed` : `${full.failed.length} FAILED`
    const noticed = broken?.failed[0]?.title ?? 'its own tests caught a broken variant'
    const variant = isNoticed ? noticed : (broken?.why ?? 'NOT NOTICED')
    const figures = goal.isWhole ? 'all tests of these files' : full.figures.join('; ')
    rows.push(`| ${goal.id} | ${goal.says} | ${figures} | ${outcome} in ${full.seconds} s | ${variant} |`)
    console.log(rows.at(-1))
  }
} finally {
  copy.remove()
}
console.log(
  [
    '',
    '| goal | what must hold | figure | outcome | what noticed a fault |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n'),
)
process.exit(isMissed ? 1 : 0)

/** Which tests of the files are tried. A goal without a fault has tests that expect a broken variant to fail. */
function titlesOf({ id, isWhole }: Goal): string {
  return isWhole ? '' : `\\[${id}\\]`
}

/** Runs the goal's tests in the copy, which must pass, and again with the fault in it. */
function tryFault(goal: Goal, { file, from, to }: Fault) {
  const titles = titlesOf(goal)
  const asItIs = runNamedTests(copy.folder, goal.tests, { titles, env: { SEED: seed, GOALS: 'quick' } })
  printFailed(`${goal.id} failed without the fault`, asItIs.failed)
  if (asItIs.failed.length > 0) return { failed: [], why: 'FAILS IN THE COPY WITHOUT A FAULT' }
  const path = join(copy.folder, file)
  const original = readFileSync(path, 'utf8')
  if (original.split(from).length !== 2) throw new Error(`${file} must have the place of the fault of ${goal.id} once.`)
  writeFileSync(
    path,
    original.replace(from, () => to),
  )
  try {
    const { failed } = runNamedTests(copy.folder, goal.tests, { titles, env: { SEED: seed, GOALS: 'tenth' } })
    return { failed, why: 'NOT NOTICED' }
  } finally {
    writeFileSync(path, original)
  }
}
