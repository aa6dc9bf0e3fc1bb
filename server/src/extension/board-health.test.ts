import type { BoardHealth } from '@loadping/contract/extension/board-health'
import { maxReportsPerDay } from '@loadping/contract/extension/extension.api'
import type { RowReport } from '@loadping/contract/extension/row-report'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { deleteOldReports } from './board-health.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const health: BoardHealth = {
  board: 'dat-one',
  fields: ['origin', 'dest', 'reference'],
  missing: [{ field: 'reference', since: '2026-11-20T14:40:00.000Z' }],
  blindSince: null,
  seenAt: '2026-11-20T14:50:00.000Z',
}
const report: RowReport = {
  board: 'dat-one',
  version: '0.1.0',
  fields: ['origin', 'dest'],
  structure: '<div>Xxxxxx, XX</div>'.padEnd(20_000, 'x'),
}

test('[D11.5] the last health of each board is kept, for its user only', async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  await user.extension.saveBoardHealth({ body: { boards: [health, { ...health, board: 'truckstop' }] } })
  await user.extension.saveBoardHealth({ body: { boards: [{ ...health, missing: [] }] } })
  await user.extension.saveBoardHealth({ body: { boards: [] } })

  expect(await user.extension.listBoardHealth()).toEqual([
    { ...health, missing: [] },
    { ...health, board: 'truckstop' },
  ])
  expect(await other.extension.listBoardHealth()).toEqual([])
})

test('[D11.5] the Dashboard learns of a board seen in the last day on which no load can be found', async () => {
  const user = await app.signUp()
  const at = (minutesAgo: number) => new Date(app.deps.now().getTime() - minutesAgo * 60_000).toISOString()
  const blind: BoardHealth = { ...health, blindSince: at(10), seenAt: at(5) }
  const boards = [
    blind,
    { ...blind, board: 'truckstop' as const, seenAt: blind.blindSince ?? '' },
    { ...blind, board: 'sylectus' as const, blindSince: at(2_000), seenAt: at(1_500) },
  ]
  await user.extension.saveBoardHealth({ body: { boards } })

  expect((await user.home.getHome({ query: {} })).blindBoards).toEqual([{ board: 'dat-one', since: blind.blindSince }])
})

test('row reports are kept for 30 days, at most 20 a day', async () => {
  const user = await app.signUp()
  for (let sent = 0; sent < maxReportsPerDay; sent += 1) await user.extension.reportRow({ body: report })
  await expect(user.extension.reportRow({ body: report })).rejects.toMatchObject({ code: 'too-many' })

  const stored = () => app.deps.db.selectFrom('boardReport').select('structure').execute()
  await deleteOldReports({ ...app.deps, now: () => new Date(app.deps.now().getTime() + 29 * 86_400_000) })
  expect(await stored()).toHaveLength(maxReportsPerDay)
  await deleteOldReports({ ...app.deps, now: () => new Date(app.deps.now().getTime() + 31 * 86_400_000) })
  expect(await stored()).toEqual([])
})
