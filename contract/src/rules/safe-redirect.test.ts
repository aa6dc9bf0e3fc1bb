import { expect, test } from 'vitest'
import { lures } from './safe-redirect.cases.ts'
import { safeRedirect } from './safe-redirect.ts'

test.each(['/emailTemplate', '/emailTemplateEditor/1?a=b#c', '/analytics?startDate=2026-11-01&userIds=a,b', '/my-team', '/'])(
  '[D2.7] %s is a path of this app and is followed',
  (path) => {
    expect(safeRedirect(path)).toBe(path)
  },
)

test(`[A12] [D2.7] ${lures.length} lures lead to the Dashboard instead`, () => {
  expect(lures.length).toBeGreaterThan(250)
  for (const asked of lures) expect(safeRedirect(asked), JSON.stringify(asked)).toBe('/')
})
