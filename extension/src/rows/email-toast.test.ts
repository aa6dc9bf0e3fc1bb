import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { element } from '../controls/element.ts'
import type { Floating } from '../controls/floating.ts'
import type { InquiryStates } from '../inquiries/inquiry-state.ts'
import { createEmailToast } from './email-toast.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const load = (boardLoadId: string, company: string): PostedLoad => ({
  board: 'dat-one',
  boardLoadId,
  company,
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
})
const first = load('DL1', 'Quillon')
const second = load('DL2', 'Tarnbrook')
const queued = { state: 'queued', templateId: 't1', emailId: 'e1' } as const

function openToast(inquiries: InquiryStates) {
  let part = element('div')
  let isShown = false
  const floating = {
    create: () => (part = element('div')),
    show(_: HTMLElement, ...content: Node[]) {
      part.replaceChildren(...content)
      isShown = true
    },
    hide: () => {
      isShown = false
    },
  } as unknown as Floating
  const undo = vi.fn()
  const client = { state: () => ({ inquiries, account: { userType: 'carrier' } }), undo }
  const toast = createEmailToast(floating, {
    client: client as never,
    bars: () => [],
    signal: new AbortController().signal,
  })
  return {
    toast,
    undo,
    text: () => (isShown ? part.textContent : ''),
    click(name: string) {
      const click = new MouseEvent('click', { bubbles: true })
      Object.defineProperty(click, 'isTrusted', { value: true })
      part.querySelector(`[data-part=${name}]`)?.dispatchEvent(click)
    },
  }
}

test('[D13.18] a withdrawn load whose email waits is told until it is closed, undone or posted again', () => {
  const inquiries: InquiryStates = { DL1: queued, DL2: queued }
  const { toast, undo, text, click } = openToast(inquiries)
  toast.onWithdrawn(first)
  toast.onWithdrawn(second)
  expect(text()).toMatch(/no longer posted.*Your email to Quillon still waits.*Undo/)

  click('undo')
  expect(undo).toHaveBeenCalledExactlyOnceWith(first)
  inquiries['DL1'] = { ...queued, state: 'undone' }
  toast.update()
  expect(text()).toContain('Email undone')
  vi.advanceTimersByTime(5_000)
  toast.update()
  expect(text()).toContain('Your email to Tarnbrook still waits')

  click('close')
  toast.onWithdrawn(second)
  toast.update()
  expect(text()).toBe('')
  toast.onPosted(second)
  toast.onWithdrawn(second)
  expect(text()).toContain('Tarnbrook still waits')
  toast.onPosted(second)
  expect(text()).not.toContain('no longer posted')
})

test('[D13.18] a withdrawn load says nothing unless its email waits, nor over one being sent', () => {
  const inquiries: InquiryStates = { DL2: { ...queued, dueAt: new Date(Date.now() + 4_000).toISOString() } }
  const { toast, text } = openToast(inquiries)
  toast.onWithdrawn(first)
  expect(text()).toBe('')

  toast.follow(second)
  inquiries['DL1'] = queued
  toast.update()
  expect(text()).toContain('Sending to Tarnbrook')
  inquiries['DL2'] = { ...queued, state: 'sent' }
  toast.update()
  expect(text()).toContain('Email sent to Tarnbrook')
  vi.advanceTimersByTime(5_000)
  toast.update()
  expect(text()).toContain('Your email to Quillon still waits')
})
