import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sharedTempFolder } from '../testing/spawned-product.ts'
import { testApp } from '../testing/test-app.ts'
import { setBoardSettings } from './board-settings.service.ts'

const app = await testApp()
const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const all = { email: true, call: true, save: true, price: true }

test('[D11.4] an extension reads what the operator set for the boards, and a version that grows', async () => {
  const user = await app.signUp()
  const read = async () => (await user.extension.getPageState({ query: {} }))?.boards
  expect(await read()).toEqual({ version: 0, boards: [] })

  await setBoardSettings(app.deps, [{ id: 'truckstop', isOn: false, controls: all, selectors: {} }])
  await setBoardSettings(app.deps, [
    { id: 'dat-one', isOn: true, controls: { ...all, call: false }, selectors: { rate: '.rate' } },
  ])

  expect(await read()).toEqual({
    version: 2,
    boards: [{ id: 'dat-one', isOn: true, controls: { ...all, call: false }, selectors: { rate: '.rate' } }],
  })
})

test('the command refuses a file that is no JSON, names an unknown board or has a long selector', () => {
  const file = join(folder, 'settings.json')
  const script = join(import.meta.dirname, '../../../scripts/admin.ts')
  const long = JSON.stringify([{ id: 'dat-one', selectors: { rate: 'x'.repeat(201) } }])

  const answers = ['{', '[{ "id": "other" }]', long].map((content) => {
    writeFileSync(file, content)
    return spawnSync(process.execPath, [script, 'boards', file], { encoding: 'utf8' })
  })

  expect(answers.map(({ status }) => status)).toEqual([2, 2, 2])
  expect(answers.map(({ stderr }) => stderr)).toEqual(
    [/JSON/, /id/, /selectors/].map((part) => expect.stringMatching(part)),
  )
})
