import { afterEach, expect, test, vi } from 'vitest'
import { keepDraft } from '../../session/device-drafts.ts'
import { blankDraft } from '../draft.ts'
import { dropDraftsUntil, findKeptDraft, pageKeyOf } from './device-drafts.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const keepAt = (minute: number, templateId: string, pageId: string, subject: string) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12, minute) })
  keepDraft(pageKeyOf('maria', templateId, pageId), { ...blankDraft, subject })
}
const kept = (templateId: string) => findKeptDraft('maria', templateId)?.draft.subject

test('dropping a draft drops older ones of its template, not later ones or other templates', () => {
  keepAt(1, 'van', 'first tab', 'one')
  keepAt(2, 'van', 'second tab', 'two')
  keepAt(1, 'reefer', 'first tab', 'reefer')
  const newest = findKeptDraft('maria', 'van')
  expect(newest?.draft.subject).toBe('two')

  dropDraftsUntil(newest?.at ?? new Date(0), 'maria', 'van')
  expect([kept('van'), kept('reefer')]).toEqual([undefined, 'reefer'])

  keepAt(3, 'van', 'third tab', 'three')
  dropDraftsUntil(newest?.at ?? new Date(0), 'maria', 'van')
  expect(kept('van')).toBe('three')
})
