import type { BoardSettings } from '@loadping/contract/boards/board-settings'
import { expect, test } from 'vitest'
import { openArea } from '../testing/open-browser.ts'
import { createBoardSettings } from './board-settings.ts'

const off: BoardSettings = {
  version: 1,
  boards: [
    {
      id: 'truckstop',
      isOn: false,
      controls: { email: true, call: true, save: true, price: true },
      selectors: { origin: '.from' },
    },
  ],
}

test('[D11.4] the last settings of the operator are kept, by a worker that started again too', async () => {
  const area = openArea()
  expect(await createBoardSettings(area).read()).toEqual({ version: 0, boards: [] })

  await createBoardSettings(area).keep(off)
  expect(await createBoardSettings(area).read()).toEqual(off)

  area.setFull(true)
  await createBoardSettings(area).keep({ version: 2, boards: [] })
  expect(await createBoardSettings(area).read()).toEqual(off)
})
