import { type OutcomeKind, outcomeLabels } from '@loadping/contract/saved-loads'
import { boardWith } from '../boards/readers.ts'
import { askToReport } from '../capture/report-row.ts'
import { element } from '../controls/element.ts'
import { amountForm, type createPanel } from '../controls/panel.ts'
import { choicesFor, type RowAction, type RowView } from '../controls/row-view.ts'
import { wasVisible } from '../controls/visibility.ts'
import { mayHaveLeft } from '../inquiry/inquiry-state.ts'
import type { BoardState } from '../messages.ts'
import type { Row } from './board-rows.ts'
import type { BoardClient } from './board-state.ts'
import type { createRowActions } from './row-actions.ts'

type Deps = {
  client: BoardClient
  panel: ReturnType<typeof createPanel>
  viewOf: (row: Row) => RowView
  actions: Pick<ReturnType<typeof createRowActions>, 'send' | 'watchLoad'>
  tell: (title: string, text: string) => void
}

/** Creates the menu of a row: its other templates, the outcomes after an email or call, and a report. */
export function createRowMenu({ client, panel, viewOf, actions, tell }: Deps) {
  function open(row: Row): void {
    const { account } = client.state()
    const choices = account && sends(viewOf(row).main?.action) ? choicesFor(account, row.load) : []
    const isUnchanged = actions.watchLoad(row)
    const outcomes = hasContact(row, client.state()) ? outcomeKinds : []
    panel.open(
      row.controls.bar,
      ...choices.map(({ templateId, name, title }) =>
        menuButton(name, { title }, (click) => {
          const proof = wasVisible(panel.panel, click)
          if (isUnchanged()) void actions.send(row, templateId, {}, proof)
        }),
      ),
      ...outcomes.map(({ kind, label, letter }) =>
        menuButton(label, { letter }, () => {
          if (isUnchanged()) askOutcome(row, kind, label)
        }),
      ),
      ...(choices.length + outcomes.length === 0 ? [element('p', { className: 'empty' }, emptyMenu)] : []),
      menuButton('Report this row', {}, () => {
        panel.close()
        void askToReport(boardWith(client.state().setting), [row.element])
      }),
    )
  }

  /** Asks for the amount where an outcome has one. */
  function askOutcome(row: Row, kind: OutcomeKind, label: string): void {
    if (kind !== 'booked' && kind !== 'countered') return void setOutcome(row, kind, label, undefined)
    const isUnchanged = actions.watchLoad(row)
    const { form, submit } = amountForm(`${label} at, in dollars`, askOf(row, client.state()))
    form.addEventListener('submit', (event) => event.preventDefault())
    submit.addEventListener('click', ({ isTrusted }) => {
      const dollars = Number(String(new FormData(form).get('dollars')).replace(/[$,\s]/g, ''))
      if (isTrusted && isUnchanged())
        void setOutcome(row, kind, label, dollars > 0 ? Math.round(dollars * 100) : undefined)
    })
    panel.open(row.controls.bar, form)
  }

  async function setOutcome(row: Row, kind: OutcomeKind, label: string, cents: number | undefined): Promise<void> {
    panel.close()
    const isDone = await client.setOutcome(row.load, kind, cents)
    tell(isDone ? label : 'Not saved', isDone ? 'The load shows it in My loads.' : 'Try again in a moment.')
  }

  return { open }
}

const emptyMenu = 'Other templates appear here and, once you emailed or called, the outcomes.'

const sends = (action: RowAction | undefined): boolean =>
  action !== undefined && ('send' in action || 'confirm' in action || 'fill' in action)

/** The outcomes with their letters, which are those of the dashboard. */
const outcomeKinds = (
  [
    ['booked', 'B'],
    ['countered', 'O'],
    ['covered', 'V'],
    ['declined', 'D'],
    ['no-answer', 'A'],
  ] as const
).map(([kind, letter]) => ({ kind, label: outcomeLabels[kind], letter }))

function hasContact({ load: { boardLoadId } }: Row, { inquiries, notes, account }: BoardState): boolean {
  const { emailedAt, calledAt } = notes[boardLoadId] ?? {}
  const isEmailed = emailedAt !== undefined && mayHaveLeft(inquiries[boardLoadId])
  return account?.userType === 'carrier' && (isEmailed || calledAt !== undefined)
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
