import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { formatMoney } from '@loadping/contract/format/money'
import { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { templateForLoad } from '@loadping/contract/templates/template-for-load'
import type { BoardState } from '../board-state/board-state.ts'
import { element } from '../controls/element.ts'
import { type createPanel, type Form, questionForm, valueForm } from '../controls/panel.ts'
import { expectedAsk, type RowAction } from '../controls/row-view.ts'
import type { LoadResult } from '../row-memory/load-messages.ts'
import { repeatMinutes } from '../row-memory/repeat-minutes.ts'
import type { BoardRows, Row } from './board-rows.ts'
import type { createEmailToast } from './email-toast.ts'
import type { BoardClient } from './worker-client.ts'

type Question = Extract<RowAction, { fill: string } | { confirm: string }>
type Extras = Pick<PostingInquiry, 'values' | 'confirmed'>
type Deps = {
  client: BoardClient
  panel: ReturnType<typeof createPanel>
  toast: ReturnType<typeof createEmailToast>
  rows: Pick<BoardRows, 'isInRow' | 'isCurrent'>
  /** The truck that the open card of a row names. */
  truckOf: (row: Row) => string | null | undefined
}

/** Creates what the controls of a row do. Each needs proof that the user saw what was clicked. */
export function createRowActions({ client, panel, toast, rows, truckOf }: Deps) {
  /** Does what the main control says, or opens the form that it needs first. */
  function act(row: Row, action: RowAction, proof: Promise<boolean>): void {
    if ('send' in action) void send(row, action.send, { values: action.values }, proof)
    else if ('undo' in action) void client.undo(row.load)
    else if ('tell' in action) toast.follow(row.load)
    else if ('open' in action) client.open(action.open)
    else panel.open(row.controls.bar, questionOf(row, action))
  }

  /** Opens the form that an action turned out to need, some time after the click. */
  const askLate = (row: Row, action: Question): void => panel.openLate(row.controls.bar, questionOf(row, action))

  /** Creates the form that an action needs before it sends. */
  function questionOf(row: Row, action: Question): HTMLFormElement {
    const { values } = action
    if ('fill' in action) return createForm(row, valueForm(action.missing), action.fill, { values })
    const question = questionForm(action.question, askOn(row, action, client.state()))
    return createForm(row, question, action.confirm, { values, confirmed: true })
  }

  /** Sends what the row shows now. Without proof, a page of the extension asks first. */
  async function send(row: Row, templateId: string, extras: Extras, proof: Promise<boolean>): Promise<void> {
    const { load } = row
    const inquiry = withTruck(toInquiry(row, templateId, extras, client.state()), truckOf(row))
    const isSeen = await proof
    panel.close()
    if (!isSeen || !rows.isInRow(row)) return void (await client.ask(inquiry, isJustChanged(row)))
    const sent = client.send(inquiry)
    toast.follow(load)
    await sent
  }

  async function call(row: Row, number: string, proof: Promise<boolean>): Promise<void> {
    const { load } = row
    const ask = askOfClick(client.state(), load)
    if (!(await isSeen(row, proof, 'Call'))) return
    dial(number)
    tellUncalled(toast, await client.call(load, ask?.askCents ?? undefined))
  }

  async function save(row: Row, proof: Promise<boolean>): Promise<void> {
    const { load } = row
    if (!(await isSeen(row, proof, 'Save'))) return
    const result = await client.save(load)
    if (result === 'waiting') toast.tell('The load is not in My loads yet', waitingText)
    if (result === 'rejected') toast.tell('Not saved', 'Try again in a moment.')
  }

  /** Opens the load's page of the dashboard, which saves it. */
  async function edit(row: Row, proof: Promise<boolean>): Promise<void> {
    const { load } = row
    if (await isSeen(row, proof, 'Edit')) await client.openLoad(load)
  }

  async function isSeen(row: Row, proof: Promise<boolean>, label: string): Promise<boolean> {
    if ((await proof) && rows.isInRow(row)) return true
    toast.tell('Nothing was done', `${label} was not in view long enough. Click it once more.`)
    return false
  }

  const tellChanged = (row: Row): void => toast.tell('Nothing was done', changeOf(row))

  /** Returns whether, whenever it is asked, a row still shows the load that it shows now, and tells if not. */
  function watchLoad(row: Row): () => boolean {
    const { load } = row
    return () => {
      if (rows.isCurrent(row, load)) return true
      panel.close()
      tellChanged(row)
      return false
    }
  }

  function createForm(row: Row, { form, submit }: Form, templateId: string, extras: Extras): HTMLFormElement {
    const { values, confirmed } = extras
    const isUnchanged = watchLoad(row)
    form.addEventListener('submit', (event) => event.preventDefault())
    submit.addEventListener('click', (click) => {
      if (!click.isTrusted || !form.reportValidity()) return
      const entered = PostingInquiry.shape.values.safeParse(Object.fromEntries(new FormData(form))).data
      const proof = panel.proofOf(click)
      if (isUnchanged()) void send(row, templateId, { values: { ...values, ...entered }, confirmed }, proof)
    })
    return form
  }

  return { act, askLate, send, call, save, edit, isSeen, watchLoad, tellChanged }
}

/** Within this time of a change of its rate a click or key cannot count: it may have been meant for the rate before. */
const changedMs = 2000

const isJustChanged = ({ changedAt }: Row): boolean => performance.now() - Number(changedAt) < changedMs

/** Returns what a click sends: the load and the ask that its row shows now. */
function toInquiry({ load }: Row, templateId: string, extras: Extras, state: BoardState): PostingInquiry {
  const { values, confirmed } = extras
  const inquiry = state.inquiries[load.boardLoadId]
  const expected = expectedAsk({ load, account: state.account, inquiry }, templateId, values)
  return {
    templateId,
    load,
    ...(values && { values }),
    ...(confirmed && (inquiry?.confirms ?? { confirmed })),
    ...(expected && { expected }),
  }
}

/** Has a click expect the truck that was drawn. */
const withTruck = (inquiry: PostingInquiry, truckId: string | null | undefined): PostingInquiry =>
  inquiry.expected && truckId !== undefined ? { ...inquiry, expected: { ...inquiry.expected, truckId } } : inquiry

/** Returns the price of what a confirmed click sends. */
const askOn = (row: Row, { confirm, values }: Extract<Question, { confirm: string }>, state: BoardState) =>
  toInquiry(row, confirm, { values }, state).expected?.askCents

function tellUncalled(toast: Deps['toast'], result: LoadResult): void {
  if (result === 'waiting') toast.tell('The call is not in your history yet', waitingText)
  if (result === 'rejected') toast.tell('The call is not in your history', 'Reload this page if it happens again.')
}

/** Says what the board changed, as far as that is known. */
function changeOf(row: Row): string {
  const rate = isJustChanged(row) && postedTotalCents(row.load)
  const change = rate ? `Rate is now ${formatMoney(rate)}.` : 'The board changed this row meanwhile.'
  return `${change} Look at it again.`
}

export const waitingText = `It is added once the server can be reached, within ${repeatMinutes} minutes.`

const askOfClick = ({ account }: BoardState, load: PostedLoad) =>
  expectedAsk(
    { account, load, inquiry: undefined },
    templateForLoad(account?.templates ?? [], load)?.id ?? '',
    undefined,
  )

/** Hands a number to the computer's telephone, by a link that the page cannot reach. */
const dial = (number: string): void => element('a', { href: `tel:${number}` }).click()
