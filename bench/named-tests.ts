import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'

/** Files of a Vitest project, or of Playwright, whose project is `e2e`. */
export type Tests = { project: string; files: string[] }

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z._default(z.array(z.string()), []) }),
      ),
      status: z.string(),
      name: z.string(),
      message: z._default(z.string(), ''),
    }),
  ),
})

const BrowserSuite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({ results: z.array(z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) })) }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(BrowserSuite))
  },
})
type BrowserSuite = z.infer<typeof BrowserSuite>
const BrowserReport = z.object({ suites: z.array(BrowserSuite) })

/** A failed test, and the beginning of what it said. */
export type FailedTest = { title: string; reason: string }
type Result = { title: string; isPassed: boolean; reason?: string }
/** The figures are what the tests noted, or else titles that have numbers. */
export type Outcome = { passed: string[]; failed: FailedTest[]; seconds: number; figures: string[] }

/** Runs the tests of these files whose titles match, in a checkout. A file that can't run counts as a failed test. */
export function runNamedTests(
  folder: string,
  tests: Tests[],
  { titles, env }: { titles: string; env: Record<string, string> },
): Outcome {
  const begun = performance.now()
  const notes = mkdtempSync(join(tmpdir(), 'loadping-figures-'))
  const path = join(notes, 'figures')
  const results = tests.flatMap((some) =>
    (some.project === 'e2e' ? runBrowser : runVitest)(folder, some, { titles, env: { ...env, GOAL_FIGURES: path } }),
  )
  const noted = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').map(inWords) : []
  rmSync(notes, { recursive: true })
  const passed = results.filter(({ isPassed }) => isPassed).map(({ title }) => title)
  const failed = results
    .filter(({ isPassed }) => !isPassed)
    .map(({ title, reason = '' }) => ({ title, reason: beginningOf(reason) }))
  const counts = passed.filter((title) => /\d{2}/.test(title.replaceAll(/\[[^\]]*\]/g, ''))).map(withoutIds)
  const figures = noted.length > 0 ? noted : counts
  return { passed, failed, seconds: Math.round((performance.now() - begun) / 1_000), figures }
}

/** `{"lost":0}` as "lost 0". */
const inWords = (json: string): string =>
  Object.entries(JSON.parse(json))
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')

const reasonLines = 16
const reasonLetters = 2_000

/** Returns the first lines of a message, without colors and without where it was thrown. */
const beginningOf = (message: string): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, reasonLines)
    .join('\n')
    .slice(0, reasonLetters)

/** Prints failed tests, each with its reason below. */
export function printFailed(name: string, failed: readonly FailedTest[]): void {
  for (const { title, reason } of failed) console.log(`${name}: ${title}\n${reason.replaceAll(/^/gm, '    ')}`)
}

type Options = { titles: string; env: Record<string, string> }

const withoutIds = (title: string): string => title.replaceAll(/\[[^\]]*\]\s*/g, '')

function runVitest(folder: string, { project, files }: Tests, { titles, env }: Options): Result[] {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '-t', titles, ...files]
  const report = run(folder, args, env, (path) => ({ args: ['--reporter=json', `--outputFile.json=${path}`] }))
  const { data } = VitestReport.safeParse(report)
  if (!data) return [{ title: `${files.join(', ')} gave no report`, isPassed: false }]
  return data.testResults.flatMap(({ assertionResults, status, name, message }) => {
    const tried = assertionResults.filter((one) => one.status === 'passed' || one.status === 'failed')
    const results: Result[] = tried.map((one) => ({
      title: one.title,
      isPassed: one.status === 'passed',
      reason: one.failureMessages.join('\n'),
    }))
    const isFileFailed = status === 'failed' && results.every(({ isPassed }) => isPassed)
    return isFileFailed ? [...results, { title: `after ${name}`, isPassed: false, reason: message }] : results
  })
}

function runBrowser(folder: string, { files }: Tests, { titles, env }: Options): Result[] {
  const prepared = spawnSync(process.execPath, ['scripts/prepare.mjs', '--build'], { cwd: folder, stdio: 'ignore' })
  if (prepared.status !== 0) return [{ title: `${folder} can't be built`, isPassed: false }]
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--grep', titles, '--reporter=json', ...files]
  const report = run(folder, args, env, (path) => ({ args: [], env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path } }))
  const { data } = BrowserReport.safeParse(report)
  if (!data) return [{ title: `${files.join(', ')} gave no report`, isPassed: false }]
  return data.suites.flatMap((suite) => resultsOf(suite, ''))
}

const errorsOf = ({ tests }: BrowserSuite['specs'][number]): string =>
  tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message = '' }) => message))).join('\n')

const resultsOf = ({ title, specs, suites = [] }: BrowserSuite, above: string): Result[] => [
  ...specs.map((spec) => ({ title: `${above} ${spec.title}`.trim(), isPassed: spec.ok, reason: errorsOf(spec) })),
  ...suites.flatMap((inner) => resultsOf(inner, `${above} ${title.endsWith('.ts') ? '' : title}`.trim())),
]

/** Runs a test program; returns its report, or nothing if it wrote none. */
function run(
  folder: string,
  args: string[],
  env: Record<string, string>,
  options: (path: string) => { args: string[]; env?: Record<string, string> },
): unknown {
  const reports = mkdtempSync(join(tmpdir(), 'loadping-reports-'))
  try {
    const path = join(reports, 'report.json')
    const { args: more, env: others } = options(path)
    spawnSync(process.execPath, [...args, ...more], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, ...env, ...others },
    })
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}
