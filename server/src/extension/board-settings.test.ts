import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { setBoardSettings } from './board-settings.service.ts'

const app = await testApp()

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
