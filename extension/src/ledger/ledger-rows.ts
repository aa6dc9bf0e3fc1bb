import { BoardId } from '@loadping/contract/boards/board-id'
import * as z from 'zod/mini'
import type { StorageArea } from '../stored-value.ts'

/** How many rows are kept, the newest ones. */
const maxLedgerRows = 5_000
/** Rows that are written together; each part is one key of the storage. */
const rowsPerPart = 20
const maxParts = maxLedgerRows / rowsPerPart

const Row = z.object({
  /** Counts all rows that were ever written. */
  number: z.int(),
  at: z.int(),
  userId: z.optional(z.string()),
  what: z.string(),
  why: z.string(),
  to: z.string(),
  method: z.string(),
  path: z.string(),
  board: z.optional(BoardId),
  load: z.optional(z.string()),
  fields: z.record(z.string(), z.string()),
  /** The status of the last answer. Without one, the request may not have left. */
  status: z.optional(z.int()),
  /** What the server calls what it made of it. */
  madeId: z.optional(z.string()),
  /** How many requests of this hour that were alike the row stands for, and when the last one was made. */
  count: z.int(),
  lastAt: z.int(),
})
export type LedgerRow = z.infer<typeof Row>

const Part = z.object({ part: z.int(), rows: z.array(Row) })
const Head = z.object({ part: z.int(), firstPart: z.int() })
type Head = z.infer<typeof Head>

/** Creates the storage of the ledger's rows, the oldest of which give way. Its calls must not overlap. */
export function createLedgerRows(area: StorageArea) {
  let open: { head: Head; rows: LedgerRow[] } | undefined

  async function readPart(part: number): Promise<LedgerRow[]> {
    const key = keyOf(part)
    const { success, data } = Part.safeParse((await area.get(key))[key])
    return success && data.part === part ? data.rows : []
  }

  async function readOpen() {
    if (open) return open
    const { success, data } = Head.safeParse((await area.get('ledger'))['ledger'])
    const head = success ? data : { part: 0, firstPart: 0 }
    open = { head, rows: await readPart(head.part) }
    return open
  }

  async function listParts(): Promise<number[]> {
    const { head } = await readOpen()
    const first = Math.max(head.firstPart, head.part - maxParts + 1)
    return Array.from({ length: head.part - first + 1 }, (_, index) => first + index)
  }

  async function add(row: Omit<LedgerRow, 'number'>): Promise<number> {
    const { head, rows } = await readOpen()
    const isFull = rows.length >= rowsPerPart
    const nextHead = isFull ? { ...head, part: head.part + 1 } : head
    const before = isFull ? [] : rows
    const number = nextHead.part * rowsPerPart + before.length
    const next = [...before, { ...row, number }]
    open = { head: await write(nextHead.part, next, nextHead), rows: next }
    return number
  }

  /** Stores a part with its head; without room it forgets the older half of the rows first. Returns the head as stored. */
  async function write(part: number, rows: LedgerRow[], head: Head): Promise<Head> {
    const items = { [keyOf(part)]: { part, rows }, ledger: head }
    try {
      await area.set(items)
      return head
    } catch {
      const shorter = { ...head, firstPart: await forgetOldHalf(area, await listParts()) }
      await area.set({ ...items, ledger: shorter })
      return shorter
    }
  }

  async function readPartOf(number: number): Promise<LedgerRow[]> {
    const { head, rows } = await readOpen()
    const part = Math.floor(number / rowsPerPart)
    return part === head.part ? rows : readPart(part)
  }

  async function replace(row: LedgerRow): Promise<void> {
    const part = Math.floor(row.number / rowsPerPart)
    const rows = (await readPartOf(row.number)).map((each) => (each.number === row.number ? row : each))
    const before = await readOpen()
    const head = await write(part, rows, before.head)
    open = { head, rows: part === head.part ? rows : before.rows }
  }

  return {
    add,
    replace,
    find: async (number: number): Promise<LedgerRow | undefined> =>
      (await readPartOf(number)).find((row) => row.number === number),
    /** Lists the last few rows, the oldest first. */
    listLast: async (): Promise<LedgerRow[]> => (await readOpen()).rows,
    listAll: async (): Promise<LedgerRow[]> => (await Promise.all((await listParts()).map(readPart))).flat(),
    async clear(): Promise<void> {
      const emptied = (await listParts()).map((part) => [keyOf(part), null])
      const { head } = await readOpen()
      const next = { part: head.part + 1, firstPart: head.part + 1 }
      await area.set({ ...Object.fromEntries(emptied), ledger: next })
      open = { head: next, rows: [] }
    },
  }
}

const keyOf = (part: number): string => `ledger-${part % maxParts}`

/** Makes room, and returns the first part that is left: never is that after the one that is written. */
async function forgetOldHalf(area: StorageArea, parts: number[]): Promise<number> {
  const forgotten = parts.slice(0, Math.ceil(parts.length / 2) - 1)
  if (forgotten.length > 0) await area.set(Object.fromEntries(forgotten.map((part) => [keyOf(part), null])))
  return parts[forgotten.length] ?? 0
}
