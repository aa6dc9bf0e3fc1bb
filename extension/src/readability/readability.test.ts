import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BoardSetting } from '@loadping/contract/boards/board-settings'
import type { BoardHealth } from '@loadping/contract/extension/board-health'
import { isBlind } from '@loadping/contract/extension/judge-board-health'
import type { RowReport } from '@loadping/contract/extension/row-report'
import { expect, test, vi } from 'vitest'
import type { Board } from '../boards/board.ts'
import { boardWith } from '../boards/readers.ts'
import { createPageLoop } from '../page/page-loop.ts'
import { askAnswers } from '../testing/ask-answers.ts'
import { openArea } from '../testing/open-browser.ts'
import { createBoardHealth } from './board-health.ts'
import { countFields } from './count-fields.ts'
import { countPlaces, findLikelyRow } from './find-places.ts'
import { createHint } from './hint.ts'
import { createReadability } from './readability-answers.ts'
import { structureOf } from './row-structure.ts'
import { watchReadability } from './watch-readability.ts'

const datOne = boardWith({ id: 'dat-one', selectors: {} })
const page = new DOMParser().parseFromString(
  readFileSync(join(import.meta.dirname, '../boards/fixtures/dat-one.html'), 'utf8').replace(/<(link|script) .*/g, ''),
  'text/html',
)
const now = new Date('2026-11-20T14:40:00.000Z')

test('[D11.5] the fields of a page are counted without their contents', () => {
  const counts = countFields(datOne, page, now)

  expect(counts.loads).toBeGreaterThan(5)
  expect(counts.fields.origin).toBe(counts.loads)
  expect(Object.keys(counts.fields)).toEqual([...datOne.fields])
  expect(JSON.stringify(counts)).not.toMatch(/Joliet|example/)
})

test('[D11.5] a board whose rows no longer hold their values is counted as unreadable', () => {
  const changed = boardWith({ id: 'dat-one', selectors: { origin: '.renamed' } })

  expect(countFields(changed, page, now)).toMatchObject({ loads: 0 })
  expect(countFields(changed, page, now).rows).toBeGreaterThan(5)
})

test('[D11.5] a page whose rows have a new name still reports its places and the structure of a row', () => {
  const renamed = boardWith({ id: 'dat-one', selectors: { row: '.renamed' } })
  expect(countFields(renamed, page, now)).toMatchObject({ rows: 0 })
  expect(countPlaces(page.body)).toBe(6)
  expect(findLikelyRow(page.body)?.id).toMatch(/^table-row-/)

  const settings = new DOMParser().parseFromString('<p>Offices: Joliet, IL, Dallas, TX</p><p>Hi, OK</p>', 'text/html')
  expect([countPlaces(settings.body), findLikelyRow(settings.body)]).toEqual([3, undefined])
})

test('a report has the structure of a row, and none of its words, digits, links or scripts', () => {
  const [row] = datOne.rows(page)
  const secret = document.createElement('div')
  secret.innerHTML =
    '<i class="cell c7" title="Joliet" data-test="load-1" data-v="Ann 5">Joliet, IL $2,315</i><a href="mailto:ann@x.example">Ann</a><script>steal()</script>'

  expect(structureOf(secret)).toBe(
    '<div><i class="cell c0" title data-test="load-0" data-v="Xxx 0">Xxxxxx, XX $0,000</i><a href>Xxx</a><script></script></div>',
  )
  expect(row && structureOf(row)).not.toMatch(/[1-9]|Joliet|Quillon|@quillon/)
})

type Request = { kind: string } & Record<string, unknown>

function openBackground({ board = datOne, isOn = true, maySend = true, isBroker = false } = {}) {
  const saved: BoardHealth[][] = []
  const reports: unknown[] = []
  let time = now.getTime()
  const area = openArea()
  const health = createBoardHealth({
    persistentArea: area,
    extension: {
      saveBoardHealth: async ({ body }) => {
        saved.push(body.boards)
        return null
      },
    },
    maySend: async () => maySend,
    now: () => new Date(time),
  })
  const windows = { create: vi.fn(async () => ({})) }
  vi.stubGlobal('chrome', { windows })
  const readability = createReadability({
    session: area,
    health,
    extension: {
      reportRow: async ({ body }) => {
        reports.push(body)
        return null
      },
    },
    settingOf: async ({ id }) => ({ ...BoardSetting.parse({ id }), isOn }),
    isBroker: async () => isBroker,
    questionUrl: 'chrome-extension://own/row-question.html',
  })
  const seen = countFields(board, page, now)
  const unreadable = { ...seen, loads: 0, fields: Object.fromEntries(board.fields.map((field) => [field, 0])) }
  const ask = (request: Request) => askAnswers(readability.boardAnswers, request, board)
  const answer = (request: Request) => askAnswers(readability.questionAnswers, request, undefined)
  const count = (counts: typeof seen) => ask({ kind: 'board-counts', counts })
  const pass = (ms: number) => {
    time += ms
  }
  return { ask, answer, health, saved, reports, windows, seen, unreadable, count, pass }
}

test('[D11.5] a board that cannot be read for a minute is in paste mode, and the server knows', async () => {
  const { count, seen, unreadable, pass, saved } = openBackground()

  expect(await count(seen)).toMatchObject({ mode: 'rows' })
  pass(30_000)
  expect(await count(unreadable)).toMatchObject({ mode: 'rows' })
  pass(60_000)
  expect(await count(unreadable)).toMatchObject({ mode: 'paste' })
  expect(saved.at(-1)).toMatchObject([{ board: 'dat-one', blindSince: '2026-11-20T14:40:30.000Z' }])
  expect(saved.at(-1)?.map(isBlind)).toEqual([true])

  pass(30_000)
  expect(await count(seen)).toMatchObject({ mode: 'rows', health: { blindSince: null } })
})

test('[D11.5] unchanged health is sent again after 15 minutes only, and not at all without consent', async () => {
  const { count, seen, pass, saved } = openBackground()
  for (let step = 0; step < 31; step += 1) {
    await count(seen)
    pass(30_000)
  }
  expect(saved).toHaveLength(2)

  const silent = openBackground({ maySend: false })
  await silent.count(silent.seen)
  expect(silent.saved).toEqual([])
})

test('[D11.4] an untried board starts in check mode until the user confirms one row', async () => {
  const board: Board = { ...datOne, isUntried: true }
  const { ask, answer, count, seen, windows } = openBackground({ board })
  expect(await count(seen)).toMatchObject({ mode: 'check' })

  const [row] = board.rows(page)
  const load = row && board.readLoad(row, now)
  if (!load) throw new Error('no load')
  await ask({ kind: 'row-question', question: { kind: 'check', load } })
  expect(windows.create).toHaveBeenCalledWith(expect.objectContaining({ url: expect.stringMatching(/row-question/) }))
  expect(await answer({ kind: 'answer-row-question', isYes: false })).toEqual({ error: null })
  expect(await count(seen)).toMatchObject({ mode: 'check' })

  await ask({ kind: 'row-question', question: { kind: 'check', load } })
  await answer({ kind: 'answer-row-question', isYes: true })
  expect(await count(seen)).toMatchObject({ mode: 'rows' })
})

test('a report is sent once the user agrees to what it shows, and only about its own page', async () => {
  const { ask, answer, reports } = openBackground()
  const report: RowReport = { board: 'dat-one', version: '0.1.0', structure: '<div></div>', fields: ['origin'] }
  const question = { kind: 'report' as const, report }
  await ask({ kind: 'row-question', question })

  expect(await answer({ kind: 'get-row-question' })).toEqual(question)
  expect(reports).toEqual([])
  await answer({ kind: 'answer-row-question', isYes: true })
  expect(reports).toEqual([question.report])
  await answer({ kind: 'answer-row-question', isYes: true })
  expect(reports).toHaveLength(1)

  const foreign = { ...question, report: { ...report, board: 'truckstop' as const } }
  await expect(ask({ kind: 'row-question', question: foreign })).rejects.toThrow('its own board')
})

test('[D11.5] the note on an unreadable page offers brokers a report, and carriers to paste too', async () => {
  vi.useFakeTimers()
  const attach = vi.spyOn(HTMLElement.prototype, 'attachShadow')
  for (const [isBroker, labels] of [
    [true, ['Report', 'Close']],
    [false, ['Paste a load', 'Report', 'Close']],
  ] as const) {
    const { count, unreadable, pass } = openBackground({ isBroker })
    const sendMessage = async (request: { kind: string }) =>
      request.kind === 'board-counts' ? count(unreadable) : undefined
    vi.stubGlobal('chrome', { runtime: { id: 'own', sendMessage } })
    watchReadability(datOne, createPageLoop())
    await vi.advanceTimersByTimeAsync(3_000)
    pass(60_000)
    await vi.advanceTimersByTimeAsync(30_000)

    const root = attach.mock.results.at(-1)?.value as ShadowRoot
    expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(labels)
    vi.stubGlobal('chrome', { runtime: {} }) // as after an update, which ends what runs on the page
    await vi.advanceTimersByTimeAsync(30_000)
  }
  vi.useRealTimers()
})

test('[D11.4] the note on an untried board asks to check one load to start', () => {
  const attach = vi.spyOn(HTMLElement.prototype, 'attachShadow')
  const hint = createHint('Loadlink', () => {})
  hint.show({ mode: 'check', canPaste: true })

  const root = attach.mock.results.at(-1)?.value as ShadowRoot
  expect(root.querySelector('strong')?.textContent).toBe('Check one load to start')
  expect(root.querySelector('p')?.textContent).toMatch(/^The buttons on Loadlink appear once you confirm/)
  hint.remove()
})

test('a board that the operator turned off is off', async () => {
  const { count, seen } = openBackground({ isOn: false })

  expect(await count(seen)).toMatchObject({ mode: 'off' })
})
