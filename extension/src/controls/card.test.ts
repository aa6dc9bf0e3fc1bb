import { expect, test } from 'vitest'
import { createCard } from './card.ts'
import type { Floating } from './floating.ts'
import type { MainControl } from './row-view.ts'

/** Opens the card of a row with this main control, and returns its notes. */
function notesOf(main: MainControl): string[] {
  const part = document.body.appendChild(document.createElement('div'))
  const floating = {
    create: () => part,
    show: (_: HTMLElement, ...content: Node[]) => part.replaceChildren(...content),
  } as unknown as Floating
  const { open } = createCard(floating, { onClick: () => undefined, bars: () => [] })
  const content = {
    title: 'Aurora, IL → Memphis, TN',
    template: 'Van',
    why: '',
    ask: '$1,540',
    lines: [],
    check: null,
    notes: [],
  }
  open(document.body, part, content, { main, canEdit: true })
  return [...part.querySelectorAll('.note')].map(({ className, textContent }) => `${className}: ${textContent}`)
}

test('the card says why an email was not sent, as the row alone cannot', () => {
  const main: MainControl = { label: 'Not sent', icon: 'alert', tone: 'bad', title: '', action: { send: 't1' } }

  expect(notesOf({ ...main, problem: 'The mailbox is full.' })).toEqual(['note bad-text: The mailbox is full.'])
  expect(notesOf({ ...main, tone: 'warning', problem: 'It is sent later.' })).toEqual([
    'note warning-text: It is sent later.',
  ])
  expect(notesOf(main)).toEqual([])
})
