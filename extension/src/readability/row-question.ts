import { boardOptions } from '@loadping/contract/account/board-options'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { fieldTitles } from '@loadping/contract/extension/judge-board-health'
import type { RowReport } from '@loadping/contract/extension/row-report'
import { button, element } from '../controls/element.ts'
import { askWorker } from '../message.ts'
import { fieldText } from './field-text.ts'
import { answerRowQuestion, getRowQuestion, type RowQuestion } from './readability-messages.ts'

const content = document.querySelector('#content')
void show()

async function show(): Promise<void> {
  const question = await askWorker(getRowQuestion, {})
  const title = question ? titleOf(question) : 'Already answered'
  document.title = title
  document.querySelector('#title')?.replaceChildren(title)
  content?.replaceChildren(...(question ? partsOf(question) : [element('p', {}, 'You can close this window.')]))
  content?.setAttribute('aria-busy', 'false')
}

const titleOf = (question: RowQuestion): string =>
  question.kind === 'report' ? 'Report this row?' : `Is this what ${boardOptions[question.load.board].name} shows?`

const partsOf = (question: RowQuestion): Node[] =>
  question.kind === 'report' ? reportParts(question.report) : checkParts(question.load)

function reportParts({ board, version, structure, fields }: RowReport): Node[] {
  const read = fields.map((field) => fieldTitles[field]).join(', ') || 'Nothing'
  return [
    element('p', {}, 'This is all that is sent. Letters and digits of the row are replaced; its structure stays.'),
    facts([
      ['Board', boardOptions[board].name],
      ['Version', version],
      ['Fields read', read],
    ]),
    element('pre', { className: 'card', tabIndex: 0 }, structure),
    actions('Send report', 'Thank you. The report was sent.'),
  ]
}

function checkParts(load: PostedLoad): Node[] {
  const rows = Object.entries(load).flatMap(([field, value]): [string, string][] =>
    field === 'board' || value === undefined ? [] : [[titleOfField(field), fieldText(field, value, new Date())]],
  )
  return [
    element('p', {}, 'Compare it with the load on the board. Nothing of it is sent now.'),
    facts(rows),
    actions("Yes, it's right", 'The buttons appear on the board within half a minute.'),
  ]
}

const titles: Record<string, string> = fieldTitles
const titleOfField = (field: string): string => titles[field] ?? field

const facts = (rows: [string, string][]): HTMLElement =>
  element(
    'dl',
    { className: 'card' },
    ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  )

function actions(label: string, done: string): HTMLElement {
  const status = element('p', { role: 'alert' })
  const yes = button(label, 'primary', async () => {
    yes.disabled = true
    const answer = await askWorker(answerRowQuestion, { isYes: true })
    yes.disabled = false
    if (answer && answer.error === null) return content?.replaceChildren(element('p', { role: 'status' }, done))
    status.textContent = answer?.error ?? "The extension isn't responding. Try again."
    return undefined
  })
  const cancel = button('Cancel', '', async () => {
    await askWorker(answerRowQuestion, { isYes: false })
    window.close()
  })
  return element('div', {}, status, element('div', { className: 'actions' }, cancel, yes))
}
