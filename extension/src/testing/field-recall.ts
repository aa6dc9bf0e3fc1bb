import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { BoardDefinition, LoadField } from '../boards/board.ts'

/** A posting of a demo board with what is true of it. */
export type DemoPosting = Partial<PostedLoad> & { id: string; minutesOld: number }
type DemoCarrier = { id: string; company: string; contactEmail: string; phone: string; mc: string }
type Freight = {
  posting: () => DemoPosting
  carrier: () => DemoCarrier
  /** Returns the next number below a limit, the same on every visit. */
  pick: (below: number) => number
}
type Layout = {
  freight: object
  truth?: (posting: DemoPosting) => DemoPosting
  row: (posting: DemoPosting) => Element
  details: (posting: DemoPosting) => Element
  posting?: (posting: DemoPosting, isChosen: boolean) => Element
  carrier?: (carrier: DemoCarrier) => Element
  cancel: (row: Element) => void
  skeleton: () => Element
  late: string
}

export async function openDemoBoard(id: string) {
  const load = (file: string) => import(`../boards/fixtures/${file}.js`)
  const { layout }: { layout: Layout } = await load(`${id}.layout`)
  const { createFreight } = await load('freight')
  const freight: Freight = createFreight(layout.freight)
  return { layout, freight }
}

/** Shows a row as the demo page does, inside what surrounds it there. */
export function showRow(row: Element): void {
  const isTableRow = row.tagName === 'TR'
  const around = document.createElement(isTableRow ? 'table' : 'div')
  const body = document.createElement(isTableRow ? 'tbody' : 'div')
  around.id = 'ResultGrid'
  body.className = 'ag-center-cols-container'
  body.append(row)
  around.append(body)
  document.body.replaceChildren(around)
}

type Recall = Record<'sourced' | 'assumed', { shown: number; read: number }>

/**
 * Reads many invented postings and counts the values found, separately for fields with a public source. A wrong value
 * counts as not read.
 */
export async function measureRecall(definition: BoardDefinition, count: number, now: Date) {
  const { layout, freight } = await openDemoBoard(definition.id)
  const board = definition.create(definition.selectors)
  const recall: Recall = { sourced: { shown: 0, read: 0 }, assumed: { shown: 0, read: 0 } }
  const wrong: string[] = []
  for (let left = count; left > 0; left -= 1) {
    const posting = freight.posting()
    const row = layout.row(posting)
    const details = layout.details(posting)
    showRow(row)
    row.after(details)
    const loads = board.rows(document).map((element) => board.readLoad(element, now))
    const truth = truthOf(layout.truth?.(posting) ?? posting, now)
    for (const field of definition.fields) {
      const read = loads.map((load) => load && shownAs(load, field))
      const expected = shownAs(truth, field)
      wrong.push(
        ...read
          .filter((value) => value !== undefined && value !== expected)
          .map((value) => `${field}: ${value}, not ${expected}`),
      )
      if (expected === undefined) continue
      const counts = recall[definition.sourced.includes(field) ? 'sourced' : 'assumed']
      counts.shown += 1
      counts.read += read.at(-1) === expected ? 1 : 0
    }
  }
  return { recall, wrong }
}

const truthOf = ({ minutesOld, ...posting }: DemoPosting, now: Date): Partial<PostedLoad> => ({
  ...posting,
  postedAt: new Date(now.getTime() - minutesOld * 60_000).toISOString(),
})

function shownAs(load: Partial<PostedLoad>, field: LoadField): string | undefined {
  if (field === 'origin' || field === 'dest') return `${load[field]?.city}, ${load[field]?.state}`
  if (field === 'postedAt') return load.postedAt?.slice(0, 'YYYY-MM-DDTHH:MM'.length)
  const value = load[field]
  return value === undefined ? undefined : JSON.stringify(value)
}
