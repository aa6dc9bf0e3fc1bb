import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { readTogether } from './read-together.ts'

const app = await testApp()

test('several reads answer in one statement, with their names, times and nested values', async () => {
  type Row = { firstSeenAt: Date; deletedAt: Date | null; facts: object; askCents: number; note: string }
  const select = sql<Row>`select timestamptz '2026-11-20T19:11:00.123Z' as first_seen_at,
    null::timestamptz as deleted_at, '{"posted_at": "2026-11-20T19:11:00Z"}'::jsonb as facts, 245000::bigint as ask_cents,
    '2026-11-20T19:11:00+00:00' as note`

  const found = await readTogether(() => ({
    load: { select, times: ['firstSeenAt', 'deletedAt'] },
    numbers: { select: sql<{ n: number }>`select n from generate_series(3, 1, -1) as n` },
    nothing: { select: sql<{ n: number }>`select 1 as n where false` },
  }))(app.db, {})

  expect(found).toEqual({
    load: [
      {
        firstSeenAt: new Date('2026-11-20T19:11:00.123Z'),
        deletedAt: null,
        facts: { posted_at: '2026-11-20T19:11:00Z' },
        askCents: 245_000,
        note: '2026-11-20T19:11:00+00:00', // a text stays a text
      },
    ],
    numbers: [{ n: 3 }, { n: 2 }, { n: 1 }],
    nothing: [],
  })
})
