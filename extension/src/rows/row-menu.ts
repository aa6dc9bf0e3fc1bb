import { markKeysOf } from '@loadping/contract/extension/mark-keys'
import type { Mark } from '@loadping/contract/extension/marks'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import { hasAmount, OutcomeKind, outcomeKeys, outcomeLabels } from '@loadping/contract/loads/outcomes'
import type { BoardState } from '../board-state/board-state.ts'
import { boardWith } from '../boards/readers.ts'
import { element } from '../controls/element.ts'
import { amountForm, type createPanel, statedCents } from '../controls/panel.ts'
import { choicesFor, type RowAction, type RowView } from '../controls/row-view.ts'
import { mayHaveLeft } from '../inquiries/inquiry-state.ts'
import { askToReport } from '../readability/report-row.ts'
import type { Row } from './board-rows.ts'
import type { createEmailToast } from './email-toast.ts'
import { type createRowActions, waitingText } from './row-actions.ts'
import type { BoardClient } from './worker-client.ts'

type Deps = {
  client: BoardClient
  panel: ReturnType<typeof createPanel>
  viewOf: (row: Row) => RowView
  actions: Pick<ReturnType<typeof createRowActions>, 'send' | 'isSeen' | 'watchLoad'>
  tell: ReturnType<typeof createEmailToast>['tell']
}

/** Creates the menu of a row: its other templates, the outcomes after an email or call, and a report. */
export function createRowMenu({ client, panel, viewOf, actions, tell }: Deps) {
  function open(row: Row): void {
    const { account } = client.state()
    const choices = account && sends(viewOf(row).main?.action) ? choicesFor(account, row.load) : []
    const isUnchanged = actions.watchLoad(row)
    const outcomes = hasContact(row, client.state()) ? OutcomeKind.options : []
    panel.open(
      row.controls.bar,
      ...choices.map(({ templateId, name, title }) =>
        menuButton(name, { title }, (click) => {
          const proof = panel.proofOf(click)
          if (isUnchanged()) void actions.send(row, templateId, {}, proof)
        }),
      ),
      ...outcomes.map((kind) =>
        menuButton(outcomeLabels[kind], { letter: outcomeKeys[kind] }, (click) => {
          const proof = panel.proofOf(click)
          if (isUnchanged()) askOutcome(row, kind, proof)
        }),
      ),
      ...(choices.length + outcomes.length === 0 ? [element('p', { className: 'empty' }, emptyMenu(account))] : []),
      menuButton('Report this row', {}, () => {
        panel.close()
        void askToReport(boardWith(client.state().setting), [row.element])
      }),
    )
  }

  /** Sets an outcome that the user saw, after it asked for the amount where it has one. */
  function askOutcome(row: Row, kind: OutcomeKind, proof: Promise<boolean>): void {
    if (!hasAmount(kind)) return void setOutcome(row, kind, undefined, proof)
    const isUnchanged = actions.watchLoad(row)
    const { form, submit } = amountForm(`${outcomeLabels[kind]} at, in dollars`, askOf(row, client.state()))
    form.addEventListener('submit', (event) => event.preventDefault())
    submit.addEventListener('click', (click) => {
      const seen = panel.proofOf(click)
      if (click.isTrusted && isUnchanged()) void setOutcome(row, kind, statedCents(form), seen)
    })
    panel.open(row.controls.bar, form)
  }

  async function setOutcome(
    row: Row,
    kind: OutcomeKind,
    cents: number | undefined,
    proof: Promise<boolean>,
  ): Promise<void> {
    const { load } = row
    const isSeen = await actions.isSeen(row, proof, outcomeLabels[kind])
    panel.close()
    if (!isSeen) return
    const before = await client.setOutcome(load, kind, cents)
    if (before === 'waiting') tell('The outcome is not in My loads yet', waitingText)
    else if (before) tell(outcomeLabels[kind], 'The load shows it in My loads.', () => void undoOutcome(before))
    else tell('Not saved', 'Try again in a moment.')
  }

  async function undoOutcome(before: LoadBefore): Promise<void> {
    const isDone = await client.undoOutcome(before)
    if (isDone) tell('Outcome undone', 'The load is as it was before.')
    else tell('Not undone', 'Try again in My loads.')
  }

  return { open }
}

/** Brokers have no loads, and so no outcomes. */
const emptyMenu = (account: BoardState['account']): string =>
  `Other templates appear here${account?.userType === 'broker' ? '' : ' and, once you emailed or called, the outcomes'}.`

const sends = (action: RowAction | undefined): boolean =>
  action !== undefined && ('send' in action || 'confirm' in action || 'fill' in action)

/** Whether the user emailed or called about the row's posting, also on another device. */
function hasContact({ load }: Row, { inquiries, notes, marks, account }: BoardState): boolean {
  const { emailedAt, calledAt } = notes[load.boardLoadId] ?? {}
  const { postingKey } = markKeysOf(marks.salt, load)
  const own = marks.marks.filter((mark) => mark.userId === marks.ownUserId && mark.postingKey === postingKey)
  const did = (type: Mark['type']) => own.some((mark) => mark.type === type)
  const isEmailed = (emailedAt !== undefined || did('EMAIL')) && mayHaveLeft(inquiries[load.boardLoadId])
  return account?.userType === 'carrier' && (isEmailed || calledAt !== undefined || did('PHONE'))
}

const askOf = ({ load: { boardLoadId } }: Row, { inquiries, notes }: BoardState): number | undefined =>
  inquiries[boardLoadId]?.askCents ?? notes[boardLoadId]?.askCents

/** An outcome has a letter, by which a key of the menu clicks it. */
function menuButton(
  name: string,
  { title, letter }: { title?: string; letter?: string },
  onClick: (click: MouseEvent) => void,
): HTMLButtonElement {
  const button = element('button', { type: 'button', className: 'choice' }, element('span', {}, name))
  if (title) button.append(element('small', {}, title))
  if (letter) button.append(element('kbd', {}, letter))
  if (letter) button.dataset['letter'] = letter.toLowerCase()
  button.addEventListener('click', (click) => {
    if (click.isTrusted || letter) onClick(click)
  })
  return button
}
