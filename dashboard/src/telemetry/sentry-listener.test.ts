import { expect, test } from 'vitest'
import { redactEnvelope } from './sentry-listener.ts'

test('[W07] Sentry gets a redacted copy with the correct length, and numbers are kept', () => {
  const payload = '{"url":"/load?a=b","who":"maria@redbud.example"}'
  const visit = {
    type: 'replay_event',
    urls: ['/load?a=b'],
    error_ids: [],
    trace_ids: [],
    replay_id: 'r',
    segment_id: 3,
    segment_names: [],
    replay_type: 'session',
  } as const
  const about = { event_id: 'e', sent_at: 's' }
  const envelope: Parameters<typeof redactEnvelope>[0] = [
    about,
    [
      [{ type: 'replay_event' }, { ...visit, urls: [...visit.urls], error_ids: [], trace_ids: [], segment_names: [] }],
      [{ type: 'replay_recording', length: payload.length }, payload],
    ],
  ]

  const cut = '{"url":"/load","who":"[cut]"}'
  expect(redactEnvelope(envelope)).toEqual([
    about,
    [
      [{ type: 'replay_event' }, { ...visit, urls: ['/load'] }],
      [{ type: 'replay_recording', length: cut.length }, cut],
    ],
  ])
  expect(envelope[1][1]).toEqual([{ type: 'replay_recording', length: payload.length }, payload])
})
