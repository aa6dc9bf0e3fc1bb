import { expect, test } from 'vitest'
import { emptyDb } from '../testing/test-database.ts'
import { compileOnce } from './compile-once.ts'

test('a query compiled once runs with the values of each call, also in a transaction', async () => {
  const { db } = await emptyDb()
  const since = new Date('2026-11-22T00:00:00Z')
  let builds = 0
  const offSince = compileOnce((one, { name, before }: { name: 'sends' | 'writes'; before: Date }) => {
    builds++
    return one.selectFrom('killSwitch').select('offSince').where('name', '=', name).where('offSince', '<', before)
  })
  await db.insertInto('killSwitch').values({ name: 'writes', offSince: since }).execute()

  const later = new Date('2026-11-23T00:00:00Z')
  const found = await offSince(db, { name: 'writes', before: later })
  const inTransaction = await db.transaction().execute((tx) => offSince(tx, { name: 'writes', before: later }))
  const others = [
    await offSince(db, { name: 'sends', before: later }),
    await offSince(db, { name: 'writes', before: since }),
  ]

  expect([found, inTransaction, ...others]).toEqual([[{ offSince: since }], [{ offSince: since }], [], []])
  expect(builds).toBe(1)
})

test('a query that looks at a value instead of passing it on fails on its first run', async () => {
  const { db } = await emptyDb()
  const prefixed = compileOnce((one, { name }: { name: string }) =>
    one.selectFrom('template').select('id').where('name', '=', `prefix ${name}`),
  )

  await expect(prefixed(db, { name: 'x' })).rejects.toThrow('name')
})
