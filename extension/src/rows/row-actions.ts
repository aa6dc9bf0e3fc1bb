import { PostingInquiry } from '@loadping/contract/emails'
import { element } from '../controls/element.ts'
import { type createPanel, type Form, questionForm, valueForm } from '../controls/panel.ts'
import { expectedAsk, type RowAction } from '../controls/row-view.ts'
import { wasVisible } from '../controls/visibility.ts'
import type { BoardState } from '../messages.ts'
import type { Row } from './board-rows.ts'
import type { BoardClient } from './board-state.ts'
import type { createEmailToast } from './email-toast.ts'

type Extras = Pick<PostingInquiry, 'values' | 'confirmed'>
type Deps = {
  client: BoardClient
  panel: ReturnType<typeof createPanel>
  toast: ReturnType<typeof createEmailToast>
  isInRow: (row: Row) => boolean
}

/** Creates what the controls of a row do. Each needs proof that the user saw what was clicked. */
export function createRowActions({ client, panel, toast, isInRow }: Deps) {
  /** Does what the main control says, or opens the form that it needs first. */
  function act(row: Row, action: RowAction, proof: Promise<boolean>): void {
    if ('send' in action) void send(row, action.send, { values: action.values }, proof)
    else if ('undo' in action) void client.undo(row.load)
    else if ('fill' in action) openForm(row, valueForm(action.missing), action.fill, { values: action.values })
    else if ('confirm' in action)
      openForm(row, questionForm(action.question), action.confirm, { values: action.values, confirmed: true })
    else client.open(action.open)
  }

  /** Sends what the row shows now. Without proof, a page of the extension asks first. */
  async function send(row: Row, templateId: string, extras: Extras, proof: Promise<boolean>): Promise<void> {
    const { load } = row
    const inquiry = toInquiry(row, templateId, extras, client.state())
    const isSeen = await proof
    panel.close()
    if (!isSeen || !isInRow(row)) return void (await client.ask(inquiry))
    toast.follow(load)
    await client.send(inquiry)
  }

  async function call(row: Row, number: string, proof: Promise<boolean>): Promise<void> {
    const { load } = row
    const ask = expectedAsk({ ...client.state(), load, inquiry: undefined }, defaultId(client.state()), undefined)
    if (!(await isSeen(row, proof, 'Call'))) return
    dial(number)
    if (!(await client.call(load, ask?.askCents ?? undefined)))
      toast.tell('The call is not in your history', 'The server could not be reached.')
  }

  async function save(row: Row, proof: Promise<boolean>): Promise<void> {
    const { load } = row
    if (!(await isSeen(row, proof, 'Save'))) return
    if (!(await client.save(load))) toast.tell('Not saved', 'Try again in a moment.')
  }

  async function isSeen(row: Row, proof: Promise<boolean>, label: string): Promise<boolean> {
    if ((await proof) && isInRow(row)) return true
    toast.tell('Nothing was done', `${label} was not in view long enough. Click it once more.`)
    return false
  }

  function openForm(row: Row, { form, submit }: Form, templateId: string, { values, confirmed }: Extras): void {
    form.addEventListener('submit', (event) => event.preventDefault())
    submit.addEventListener('click', (click) => {
      if (!click.isTrusted || !form.reportValidity()) return
      const entered = PostingInquiry.shape.values.safeParse(Object.fromEntries(new FormData(form))).data
      void send(row, templateId, { values: { ...values, ...entered }, confirmed }, wasVisible(panel.panel, click))
    })
    panel.open(row.controls.bar, form)
  }

  return { act, send, call, save }
}

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

const defaultId = ({ account }: BoardState): string => account?.templates.find(({ isDefault }) => isDefault)?.id ?? ''

/** Hands a number to the computer's telephone, by a link that the page cannot reach. */
const dial = (number: string): void => element('a', { href: `tel:${number}` }).click()
