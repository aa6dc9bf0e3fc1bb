import type { BoardId } from '@loadping/contract/boards/board-id'
import type { StorageArea } from '../stored-value.ts'
import type { SentContent } from './describe-request.ts'
import { createLedgerRows, type LedgerRow } from './ledger-rows.ts'
import { clickedKinds } from './sent-fields.ts'

const hourMs = 3_600_000

type About = { board?: BoardId; load?: string }

type Deps = {
  area: StorageArea
  userId: () => Promise<string | undefined>
  now: () => Date
}

/**
 * Creates the record of what left this browser. A request is written down before it leaves; where the browser can store
 * nothing more, it is not made.
 */
export function createLedger({ area, userId, now }: Deps) {
  const rows = createLedgerRows(area)
  const about = new Map<string, About>()
  let last: Promise<unknown> = Promise.resolve()

  /** Runs changes one after another. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  async function addRow(content: SentContent): Promise<number> {
    const at = now().getTime()
    const owner = await userId()
    const alike = (await rows.listLast()).find((row) => isAlike(row, content, owner, at))
    if (!alike) {
      const named = { ...content, ...(await aboutOf(content)), ...(owner !== undefined && { userId: owner }) }
      return rows.add({ ...named, at, count: 1, lastAt: at })
    }
    await rows.replace({ ...alike, fields: content.fields, count: alike.count + 1, lastAt: at })
    return alike.number
  }

  /** Returns the load of an email or a saved load that an earlier request made. */
  async function aboutOf({ fields }: SentContent): Promise<About> {
    const id = fields.emailId ?? fields.loadId ?? fields.loadIds
    if (id === undefined) return {}
    const found = about.get(id) ?? loadOf((await rows.listAll()).findLast(({ madeId }) => madeId === id))
    about.set(id, found)
    return found
  }

  async function addAnswer(number: number, status: number, madeId: string | undefined): Promise<void> {
    const row = await rows.find(number)
    if (!row || (row.status === status && row.count > 1)) return
    if (madeId !== undefined) about.set(madeId, loadOf(row))
    await rows.replace({ ...row, status, ...(madeId !== undefined && { madeId }) })
  }

  async function listOwn(): Promise<LedgerRow[]> {
    const owner = await userId()
    return (await rows.listAll()).filter((row) => row.userId === undefined || row.userId === owner).reverse()
  }

  return {
    /** Writes a request down and returns the number of its row. */
    add: (content: SentContent) => inTurn(() => addRow(content)),
    /** Adds what the server answered, and the id of what it made of it. */
    answer: (number: number, status: number, madeId?: string) => inTurn(() => addAnswer(number, status, madeId)),
    /** Lists the rows of the signed-in user and those of nobody, the newest first. */
    list: () => inTurn(listOwn),
    /** Forgets the rows of all users. */
    clear: () => {
      about.clear()
      return inTurn(rows.clear)
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>

const loadOf = (row: LedgerRow | undefined): About => ({
  ...(row?.board !== undefined && { board: row.board }),
  ...(row?.load !== undefined && { load: row.load }),
})

/** Whether a row of this hour stands for a request too: one that no click caused, with the same fields. */
function isAlike(row: LedgerRow, content: SentContent, owner: string | undefined, at: number): boolean {
  const { what, method, path, fields } = content
  return (
    !clickedKinds.includes(what) &&
    row.method === method &&
    row.path === path &&
    row.userId === owner &&
    Math.floor(row.at / hourMs) === Math.floor(at / hourMs) &&
    Object.keys(row.fields).sort().join() === Object.keys(fields).sort().join()
  )
}
