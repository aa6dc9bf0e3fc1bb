import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { createRandom } from '../server/src/demo/demo-random.ts'
import { copyCheckout, runTests } from './copied-checkout.ts'

// node bench/mutation.ts [mutants per area] [seed] [area]: changes one operator, condition or block of the code that
// decides who may do what and what is sent, and asks whether the tests of that area notice. Without a number: all of them.

/** The day lets in no later release of what it needs. It is no package of this project. */
const instrumenter = ['@stryker-mutator/instrumenter@10.1.1', '--before=2026-11-20']

const areas = [
  {
    name: 'sign-in',
    files: [
      'server/src/sign-in/sign-in.service.ts',
      'server/src/sessions/sessions.service.ts',
      'server/src/sessions/access-token.ts',
    ],
    tests: [
      'server/src/sign-in',
      'server/src/sessions',
      'server/src/security-events.test.ts',
      'server/src/accounts',
      'server/src/account-deletion',
      'server/src/product-emails/security-email.test.ts',
    ],
  },
  {
    name: 'authorization',
    files: ['server/src/http/authorize.ts', 'server/src/team/managed-team.service.ts'],
    tests: [
      'server/src/http/access.test.ts',
      'server/src/security-events.test.ts',
      'server/src/installation/installation.test.ts',
      'server/src/team',
      'server/src/extension',
      'server/src/sessions',
      'server/src/product-emails/security-email.test.ts',
    ],
  },
  {
    name: 'allowance and acceptance',
    files: ['server/src/inquiries/acceptance.service.ts', 'server/src/inquiries/undo.service.ts'],
    tests: [
      'server/src/inquiries',
      'server/src/billing/trials.test.ts',
      'server/src/delivery',
      'server/src/practice',
      'server/src/loads/contacted-loads.test.ts',
      'server/src/truck-board/take-back.test.ts',
    ],
  },
  {
    name: 'delivery',
    files: [
      'server/src/delivery/delivery.service.ts',
      'server/src/delivery/claim.service.ts',
      'server/src/delivery/queue.service.ts',
    ],
    tests: [
      'server/src/delivery',
      'server/src/inquiries',
      'server/src/emails',
      'server/src/bounces',
      'server/src/mailboxes/credentials.test.ts',
    ],
  },
  {
    name: 'webhooks',
    files: ['server/src/billing/webhook.routes.ts'],
    tests: ['server/src/billing'],
  },
]

const Instrumented = z.object({
  files: z.array(z.object({ name: z.string(), content: z.string() })),
  mutants: z.array(
    z.object({
      id: z.string(),
      fileName: z.string(),
      mutatorName: z.string(),
      replacement: z.string(),
      location: z.object({ start: z.object({ line: z.int() }) }),
      status: z.optional(z.string()),
    }),
  ),
})

const silent = Object.fromEntries(
  ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal'].flatMap((level) => [
    [level.toLowerCase(), (): void => {}],
    [`is${level}Enabled`, (): boolean => false],
  ]),
)

/** Puts all mutants of some files into their text, each behind a switch that an environment variable turns on. */
async function instrument(packages: string, files: { name: string; content: string }[]) {
  const path = join(packages, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js')
  const module = await import(pathToFileURL(path).href)
  const result: unknown = await new module.Instrumenter(silent).instrument(
    files.map((file) => ({ ...file, mutate: true })),
    // Texts are checked by the stories that read them.
    { plugins: [], ignorers: [], excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  )
  return Instrumented.parse(result)
}

const count = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)
const seed = Number(process.argv[3] ?? 1)
const only = process.argv[4]

const packages = mkdtempSync(join(tmpdir(), 'loadping-mutants-'))
const { folder, remove } = copyCheckout()
try {
  execFileSync(
    'npm',
    ['install', '--prefix', packages, '--ignore-scripts', '--no-audit', '--no-fund', ...instrumenter],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  for (const area of areas.filter(({ name }) => only === undefined || name === only)) await tryArea(area)
} finally {
  remove()
  rmSync(packages, { recursive: true, force: true })
}

async function tryArea({ name, files, tests }: (typeof areas)[number]): Promise<void> {
  const originals = files.map((file) => ({ name: file, content: readFileSync(join(folder, file), 'utf8') }))
  const instrumented = await instrument(packages, originals)
  for (const file of instrumented.files) writeFileSync(join(folder, file.name), file.content)
  const begun = performance.now()
  const unchanged = await runTests(folder, { project: 'server', tests, maxMs: 20 * 60_000 })
  if (unchanged.outcome !== 'passed') throw new Error(`The tests of ${name} ${unchanged.outcome}: ${unchanged.output}`)
  const maxMs = 60_000 + 3 * (performance.now() - begun)

  const mutants = chosenOf(instrumented.mutants.filter(({ status }) => status !== 'Ignored'))
  const outcomes: Record<string, number> = {}
  for (const { id, fileName, mutatorName, replacement, location } of mutants) {
    const { outcome } = await runTests(folder, {
      project: 'server',
      tests,
      maxMs,
      env: { __STRYKER_ACTIVE_MUTANT__: id },
    })
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    const place = `${fileName}:${location.start.line + 1}`
    if (outcome === 'passed')
      console.log(`not noticed: ${place} ${mutatorName} became ${replacement.replaceAll(/\s+/g, ' ').slice(0, 160)}`)
  }
  for (const original of originals) writeFileSync(join(folder, original.name), original.content)
  const noticed = (outcomes['failed'] ?? 0) + (outcomes['timeout'] ?? 0)
  const of = instrumented.mutants.length
  console.log(
    JSON.stringify({
      area: name,
      seed,
      tried: mutants.length,
      of,
      noticed,
      ...outcomes,
      score: Math.round((100 * noticed) / mutants.length),
    }),
  )
}

/** Chooses so many mutants, the same for the same seed. */
function chosenOf<Mutant>(mutants: Mutant[]): Mutant[] {
  const random = createRandom(seed)
  const left = [...mutants]
  const chosen: Mutant[] = []
  while (left.length > 0 && chosen.length < count) chosen.push(...left.splice(random.between(0, left.length - 1), 1))
  return chosen
}
