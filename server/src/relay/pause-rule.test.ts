import { expect, test } from 'vitest'
import { afterRefusal, isOver, noRefusals, pauseRule } from './pause-rule.ts'
import type { ReceiverState } from './relay.tables.ts'

const start = new Date('2026-11-26T14:00:00Z')
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const refuse = (state: ReceiverState, ...refused: [emailId: string, minutes: number][]) =>
  refused.reduce((known, [emailId, minutes]) => afterRefusal(known, emailId, at(minutes)), state)
const paused = refuse(noRefusals(start), ['a', 0], ['b', 1], ['c', 2])
/** The state after an email was tried, and accepted or not. */
const tried = (state: ReceiverState, triedEmail: string, pausedUntil: Date | null) => ({
  ...state,
  triedEmail,
  pausedUntil,
})

test('[D12.8] three emails refused within an hour pause a receiver for 15 minutes', () => {
  expect(refuse(noRefusals(start), ['a', 0], ['b', 59]).pausedUntil).toBeNull()
  expect(refuse(noRefusals(start), ['a', 0], ['b', 59], ['c', 61]).pausedUntil).toBeNull()
  expect(paused).toMatchObject({ pausedUntil: at(2 + 15), pauses: 1, refusals: [] })
})

test('[D12.8] one email that is refused again and again pauses nobody', () => {
  expect(refuse(noRefusals(start), ['a', 0], ['a', 1], ['a', 2], ['a', 3]).pausedUntil).toBeNull()
})

test('[D12.8] during a pause only the email that was tried counts', () => {
  expect(refuse(paused, ['d', 3], ['e', 4], ['f', 5])).toBe(paused)
})

test('[D12.8] each pause that follows a refused try is longer, up to four hours', () => {
  const lengths = [...pauseRule.pauseMinutes.slice(1), 240].reduce<{ state: ReceiverState; minutes: number[] }>(
    ({ state, minutes }) => {
      const now = state.pausedUntil ?? start
      const next = afterRefusal(tried(state, 'x', new Date(now.getTime() + 60_000)), 'x', now)
      const ended = next.pausedUntil ?? start
      return { state: next, minutes: [...minutes, (ended.getTime() - now.getTime()) / 60_000] }
    },
    { state: paused, minutes: [] },
  ).minutes

  expect(lengths).toEqual([60, 240, 240])
})

test('[D12.8] a try whose refusal is reported after the pause had ended begins the next pause', () => {
  expect(refuse(tried(paused, 'x', null), ['x', 20])).toMatchObject({ pausedUntil: at(20 + 60), pauses: 2 })
})

test('[D12.8] after a pause others count anew, and after a day without refusals it is short again', () => {
  const ended = tried(paused, 'x', null)
  const day = 24 * 60 + 2

  expect(refuse(ended, ['d', 20], ['e', 21]).pausedUntil).toBeNull()
  expect(refuse(ended, ['d', 20], ['e', 21], ['f', 22]).pausedUntil).toEqual(at(22 + 60))
  expect(refuse(ended, ['d', day], ['e', day], ['f', day]).pausedUntil).toEqual(at(day + 15))
})

test('a pause is over at its end, or if a clock that was set back since made it', () => {
  expect([isOver(at(1), at(0)), isOver(at(1), at(1)), isOver(at(241), at(0))]).toEqual([false, true, true])
})
