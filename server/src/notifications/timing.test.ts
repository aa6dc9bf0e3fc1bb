import { type NotificationSettings, noNotifications } from '@loadping/contract/notifications/notifications.api'
import { expect, test } from 'vitest'
import { dueKinds, nextLook, quietEnd } from './timing.ts'

const chicago = { ...noNotifications, timeZone: 'America/Chicago' }
const next = (settings: Partial<NotificationSettings>, now: string) =>
  nextLook({ ...chicago, ...settings }, new Date(now))?.toISOString() ?? null

test.each<[Partial<NotificationSettings>, now: string, next: string | null]>([
  [{}, '2026-11-27T15:00:30Z', null],
  [{ emails: 'at-once' }, '2026-11-27T15:00:30Z', '2026-11-27T15:01:30.000Z'],
  [{ emails: 'hourly' }, '2026-11-27T15:00:30Z', '2026-11-27T16:00:00.000Z'],
  [{ emails: 'hourly', boards: 'at-once' }, '2026-11-27T15:00:30Z', '2026-11-27T15:01:30.000Z'],
  // 7 AM in Chicago, in winter and in summer, and on the days when the clocks change.
  [{ emails: 'daily' }, '2026-11-27T12:59:59Z', '2026-11-27T13:00:00.000Z'],
  [{ emails: 'daily' }, '2026-11-27T13:00:00Z', '2026-11-28T13:00:00.000Z'],
  [{ emails: 'daily' }, '2026-07-03T13:00:00Z', '2026-07-04T12:00:00.000Z'],
  [{ emails: 'daily' }, '2026-03-07T13:00:00Z', '2026-03-08T12:00:00.000Z'],
  [{ emails: 'daily' }, '2026-10-31T12:00:00Z', '2026-11-01T13:00:00.000Z'],
  // From Friday morning to Monday's.
  [{ summary: 'weekdays' }, '2026-11-27T13:00:00Z', '2026-11-30T13:00:00.000Z'],
  [{ summary: 'daily' }, '2026-11-27T13:00:00Z', '2026-11-28T13:00:00.000Z'],
  // What falls into quiet hours waits for their end.
  [{ emails: 'at-once', quiet: { from: 20, until: 6 } }, '2026-11-28T01:59:30Z', '2026-11-28T12:00:00.000Z'],
  [{ emails: 'hourly', quiet: { from: 20, until: 6 } }, '2026-11-28T01:30:00Z', '2026-11-28T12:00:00.000Z'],
  [{ summary: 'daily', quiet: { from: 20, until: 9 } }, '2026-11-27T22:00:00Z', '2026-11-28T15:00:00.000Z'],
])('[D9.5] with %o after %s the next look is at %s', (settings, now, expected) => {
  expect(next(settings, now)).toBe(expected)
})

test.each<[from: number, until: number, at: string, end: string | undefined]>([
  [20, 6, '2026-11-28T01:59:59Z', undefined],
  [20, 6, '2026-11-28T02:00:00Z', '2026-11-28T12:00:00.000Z'],
  [20, 6, '2026-11-28T11:59:59Z', '2026-11-28T12:00:00.000Z'],
  [20, 6, '2026-11-28T12:00:00Z', undefined],
  [12, 13, '2026-11-27T18:30:00Z', '2026-11-27T19:00:00.000Z'],
  [12, 13, '2026-11-27T19:00:00Z', undefined],
  [6, 6, '2026-11-27T12:30:00Z', undefined],
  // The night is an hour shorter on March 8, an hour longer on November 1.
  [20, 6, '2026-03-08T02:00:00Z', '2026-03-08T11:00:00.000Z'],
  [20, 6, '2026-11-01T01:00:00Z', '2026-11-01T12:00:00.000Z'],
  // They end at an hour that is skipped, and at one that comes twice.
  [22, 2, '2026-03-08T07:59:00Z', '2026-03-08T08:00:00.000Z'],
  [22, 1, '2026-11-01T05:59:00Z', '2026-11-01T06:00:00.000Z'],
  [22, 1, '2026-11-01T07:30:00Z', undefined],
])('[D9.5] quiet from %i until %i in Chicago: %s waits until %s', (from, until, at, end) => {
  expect(quietEnd({ ...chicago, quiet: { from, until } }, new Date(at))?.toISOString()).toBe(end)
})

test.each<[Partial<NotificationSettings>, since: string, now: string, due: string[]]>([
  [{ emails: 'at-once', boards: 'hourly' }, '2026-11-27T15:00:00Z', '2026-11-27T15:59:59Z', ['emails']],
  [{ emails: 'at-once', boards: 'hourly' }, '2026-11-27T15:59:59Z', '2026-11-27T16:00:00Z', ['emails', 'boards']],
  [{ mailboxes: 'daily' }, '2026-11-26T13:00:00Z', '2026-11-27T12:59:59Z', []],
  [{ mailboxes: 'daily' }, '2026-11-26T13:00:00Z', '2026-11-27T13:00:00Z', ['mailboxes']],
  [{ summary: 'weekdays' }, '2026-11-27T13:00:00Z', '2026-11-29T20:00:00Z', []],
  [{ summary: 'weekdays' }, '2026-11-27T12:00:00Z', '2026-11-29T20:00:00Z', ['summary']],
  [{ summary: 'weekdays' }, '2026-11-27T13:00:00Z', '2026-11-30T13:00:00Z', ['summary']],
])('[D9.5] with %o, last told at %s, at %s is due: %o', (settings, since, now, due) => {
  expect(dueKinds({ ...chicago, ...settings }, new Date(since), new Date(now))).toEqual(due)
})
