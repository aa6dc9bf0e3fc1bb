import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boardOptions, boardsFor } from '@loadping/contract/account/board-options'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { measureRecall, openDemoBoard, showRow } from '../testing/field-recall.ts'
import { boards } from './boards.ts'
import { definitions } from './readers.ts'

const now = new Date('2026-11-20T20:00:00.000Z')
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterAll(() => void vi.useRealTimers())

const create = (id: string) => {
  const definition = definitions.find((each) => each.id === id)
  if (!definition) throw new Error(`no board ${id}`)
  return definition.create(definition.selectors)
}

test('[3.9] every board of carriers has an adapter', () => {
  expect(boards.map(({ id }) => id).sort()).toEqual([...boardsFor.carrier].sort())
})

test('[3.8] a load board has an id, a name, an icon and a link to the pages that its adapter reads', () => {
  for (const { id, name, matches } of boards) {
    const option = boardOptions[id]
    const isRead = matches.some((pattern) =>
      new URL(option.link).host.endsWith(new URL(pattern.replace('*.', '')).host),
    )
    expect({ ...option, isRead }).toMatchObject({ id, name, icon: name.slice(0, 1), link: option.link, isRead: true })
  }
})

test('[D11.4] a board is untried while nothing public names a place on its pages', () => {
  const withoutSource = definitions.filter(({ sourced }) => sourced.length === 0).map(({ id }) => id)

  const untried = boards.filter(({ isUntried }) => isUntried)
  expect(untried.map(({ id }) => id)).toEqual(withoutSource)
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  expect(readme).toContain(`untried on ${untried.map(({ name }) => name).join(' and ')}`)
})

test.each(definitions)('[D11.4] $id: every value that its rows and details show is read', async (definition) => {
  const { recall, wrong } = await measureRecall(definition, 48, now)

  expect(wrong).toEqual([])
  expect(recall.sourced.read).toBe(recall.sourced.shown)
  expect(recall.assumed.read).toBe(recall.assumed.shown)
})

test.each(boardsFor.broker)(
  "[3.10] %s: a carrier beside a posting of the user's own is offered that posting",
  async (id) => {
    const { layout, freight } = await openDemoBoard(id)
    const posting = freight.posting()
    const other = freight.posting()
    const carrier = freight.carrier()
    const board = create(id)
    const shown = [layout.posting?.(other, false), layout.posting?.(posting, true), layout.carrier?.(carrier)]
    document.body.replaceChildren(...shown.filter((element) => element !== undefined))

    const [row, ...more] = board.rows(document)
    const load = row && board.readLoad(row, now)

    expect(more).toEqual([])
    expect(row && board.isOwnPosting(row)).toBe(true)
    expect(load).toMatchObject({
      board: id,
      boardLoadId: `${posting.id}-${carrier.id}`,
      origin: { city: posting.origin?.city },
      dest: { city: posting.dest?.city },
      pickupDay: posting.pickupDay,
      equipment: posting.equipment,
      company: carrier.company,
      contactEmail: carrier.contactEmail,
    })
    document.body.replaceChildren(...shown.slice(2).filter((element) => element !== undefined))
    expect(row && board.readLoad(row, now)).toBeUndefined()
  },
)

test.each(definitions)('$name: a row is no load while it loads and once it is gone', async ({ id }) => {
  const { layout, freight } = await openDemoBoard(id)
  const board = create(id)
  const row = layout.row(freight.posting())
  const gone = layout.row(freight.posting())
  const read = (element: Element) => {
    showRow(element)
    return board.rows(document).map((each) => board.readLoad(each, now))
  }
  expect(read(row)).toHaveLength(1)
  expect(read(row)[0]).toBeDefined()

  row.querySelector(layout.late)?.replaceChildren(layout.skeleton())
  layout.cancel(gone)

  expect(read(row)).toEqual([undefined])
  expect(read(gone)).toEqual([undefined])
})

test.each(definitions)('[D13.18] $name: only a row that the board marks so is withdrawn', async ({ id }) => {
  const { layout, freight } = await openDemoBoard(id)
  const board = create(id)
  const posting = freight.posting()
  const row = layout.row(posting)
  showRow(row)
  const withdrawn = () => board.rows(document).map((each) => board.readWithdrawn(each, now)?.boardLoadId)
  expect(withdrawn()).toEqual([undefined])

  layout.cancel(row)
  expect(withdrawn()).toEqual([posting.id])
})

test.each(definitions)(
  '$name: a recycled row is another load, and details of the former one are not read',
  async ({ id }) => {
    const { layout, freight } = await openDemoBoard(id)
    const board = create(id)
    const former = freight.posting()
    const next = freight.posting()
    const row = layout.row(former)
    const details = layout.details(former)
    showRow(row)
    row.after(details)
    const idBefore = board.readLoad(row, now)?.boardLoadId

    const fresh = layout.row(next)
    for (const { name, value } of fresh.attributes) row.setAttribute(name, value)
    row.replaceChildren(...fresh.childNodes)

    expect([idBefore, board.readLoad(row, now)?.boardLoadId]).toEqual([former.id, next.id])
    const ofDetails = board.rows(document).filter((element) => element !== row)
    expect(ofDetails.map((element) => board.readLoad(element, now)?.boardLoadId)).not.toContain(next.id)
  },
)

const giant = 'x'.repeat(100_000)

test.each<[string, string, Record<string, unknown> | undefined]>([
  ['originCityState', '<script>send()</script>', undefined],
  ['originCityState', `${giant}, IL`, undefined],
  ['originCityState', '\u202eJoliet, IL', { origin: { city: 'Joliet', state: 'IL' } }],
  ['tripDistance', 'NaN', { tripMiles: undefined }],
  ['tripDistance', '1.234,5', { tripMiles: undefined }],
  ['tripDistance', '９２６', { tripMiles: undefined }],
  ['tripDistance', '926 km', { tripMiles: 575 }],
  ['dimensionsWeight', '44k', { weightPounds: 44_000 }],
  ['dimensionsWeight', '20,000 kg', { weightPounds: 44_092 }],
  ['postedRate', '2.315,00 $', { rate: undefined }],
  ['postedRate', 'CA$2,315', { rate: undefined }],
  ['postedRate', '€2,315', { rate: undefined }],
  ['postedRate', '$2,315.50', { rate: { cents: 231_550, basis: 'flat' } }],
  ['postedRate', '$2,315$2.50*/mi', { rate: { cents: 231_500, basis: 'flat' } }],
  ['originEarlyTime', '31/12/26', { pickupDay: undefined }],
  ['originEarlyTime', '11/21/26', { pickupDay: '2026-11-21' }],
  ['originEarlyTime', '2026-11-21 7:30 pm', { pickupDay: '2026-11-21', pickupTime: '19:30' }],
  ['originEarlyTime', '11/21 25:00', { pickupDay: '2026-11-21', pickupTime: undefined }],
  ['daysToPay', '----', { daysToPay: undefined }],
  ['equipmentCode', giant, { equipment: undefined }],
])('a cell %s is read as its text allows (%#)', async (column, text, expected) => {
  const { layout, freight } = await openDemoBoard('truckstop')
  const row = layout.row(freight.posting())
  const cell = row.querySelector(`[col-id="${column}"]`)
  if (cell) cell.textContent = text
  showRow(row)

  const load = create('truckstop').readLoad(row, now)

  const known: Record<string, unknown> = { ...load }
  if (expected)
    expect(Object.fromEntries(Object.keys(expected).map((field) => [field, known[field]]))).toEqual(expected)
  else expect(load).toBeUndefined()
})

test.each(['(555) xxx-0142', '(•••) •••-••••', 'Contact hidden', 'call office', '<b>555</b>'])(
  'a phone number hidden as “%s” is not read',
  async (text) => {
    const { layout, freight } = await openDemoBoard('truckstop')
    const row = layout.row(freight.posting())
    showRow(row)
    const link = row.querySelector('a[href^="tel:"]')
    if (link) link.textContent = text

    expect(link && create('truckstop').readLoad(row, now)?.phone).toBeUndefined()
  },
)
