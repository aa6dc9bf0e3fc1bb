import type { RecentContact } from '@loadping/contract/home/home'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import { hasAmount, type Outcome, OutcomeKind, outcomeKeys, outcomeLabels } from '@loadping/contract/loads/outcomes'
import { button, element } from '../controls/element.ts'
import { amountForm, statedCents } from '../controls/panel.ts'
import { askWorker } from '../message.ts'
import { undoOutcome } from '../row-memory/load-messages.ts'
import { repeatMinutes } from '../row-memory/repeat-minutes.ts'
import { contactParts } from './contact-row.ts'
import { recordOutcome } from './popup-messages.ts'

export type LoadContact = RecentContact & { load: NonNullable<RecentContact['load']> }

/**
 * Creates the row of a contact about a saved load. It opens to record an outcome, and starts open while `undoable` can
 * be restored.
 */
export function contactOutcome(
  contact: LoadContact,
  undoable: LoadBefore | null,
  onOutcome: (outcome: Outcome | null) => void,
) {
  const { id: loadId } = contact.load
  let outcome = contact.load.outcome
  let before = undoable
  const summary = element('summary', { className: 'line contact', title: 'Outcome' })
  const panel = element('div', { className: 'outcomes' })
  const row = element('details', { name: 'open-part', open: before !== null }, summary, panel)
  row.addEventListener('keydown', onKey)
  show(outcome, before ? savedText : '')
  return { row, show }

  function show(next: Outcome | null, message = ''): void {
    outcome = next
    summary.replaceChildren(...contactParts(contact, outcome))
    const line = element('p', { className: 'message' }, message, ...(before ? [button('Undo', 'link', undo)] : []))
    panel.replaceChildren(...(message ? [line] : []), choices(outcome, choose))
  }

  /** Records an outcome, or asks for its amount first. */
  function choose(kind: OutcomeKind): void {
    row.open = true
    if (!hasAmount(kind)) return void record(kind, undefined)
    const form = amountQuestion(kind, contact.rateCents, (cents) => void record(kind, cents), cancel)
    panel.replaceChildren(form)
    form.querySelector('input')?.select()
  }

  function cancel(): void {
    show(outcome)
    summary.focus()
  }

  async function record(kind: OutcomeKind, cents: number | undefined): Promise<void> {
    panel.inert = true
    const replaced = await askWorker(recordOutcome, { loadId, outcome: kind, ...(cents && { cents }) })
    panel.inert = false
    if (!replaced) return show(outcome, 'Not saved. Try again.')
    if (replaced === 'waiting')
      return show(outcome, `Not saved yet. It is, within ${repeatMinutes} minutes, once the server can be reached.`)
    before = replaced
    const recorded = { kind, cents: cents ?? null, at: new Date().toISOString() }
    onOutcome(recorded)
    show(recorded, savedText)
    panel.querySelector('button')?.focus()
  }

  async function undo(): Promise<void> {
    if (!before) return
    panel.inert = true
    const response = await askWorker(undoOutcome, { before })
    panel.inert = false
    if (!response?.isDone) return show(outcome, 'Not undone. Try again.')
    const { outcome: earlier } = before
    before = null
    onOutcome(earlier)
    show(earlier, 'Undone.')
    summary.focus()
  }

  function onKey(event: KeyboardEvent): void {
    const work = workOf(event)
    if (!work) return
    event.preventDefault()
    if (work === 'cancel') cancel()
    else if (work === 'undo') void undo()
    else choose(work)
  }
}

const savedText = 'The load shows it in My loads.'

function choices(outcome: Outcome | null, choose: (kind: OutcomeKind) => void): HTMLElement {
  const buttons = OutcomeKind.options.map((kind) => {
    const created = button(outcomeLabels[kind], '', () => choose(kind))
    created.append(element('kbd', { ariaHidden: 'true' }, outcomeKeys[kind]))
    created.ariaPressed = String(outcome?.kind === kind)
    created.setAttribute('aria-keyshortcuts', outcomeKeys[kind])
    return created
  })
  return element('div', { className: 'choices' }, ...buttons)
}

function amountQuestion(
  kind: OutcomeKind,
  askCents: number | null,
  save: (cents: number | undefined) => void,
  cancel: () => void,
): HTMLFormElement {
  const { form } = amountForm(`${outcomeLabels[kind]} at, in dollars`, askCents ?? undefined)
  form.append(button('Cancel', '', cancel))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    save(statedCents(form))
  })
  return form
}

/** Returns what a key of the row does: an outcome's letter records it, U undoes it, and Escape leaves the amount. */
function workOf({ key, target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) {
  if (target instanceof HTMLInputElement) return key === 'Escape' ? 'cancel' : undefined
  if (ctrlKey || metaKey || altKey || repeat) return undefined
  const letter = key.toUpperCase()
  return letter === 'U' ? 'undo' : OutcomeKind.options.find((kind) => outcomeKeys[kind] === letter)
}
