import type { BoardSettings } from '@loadping/contract/boards/board-settings'
import { expect, test, vi } from 'vitest'
import { createBoardSettings } from './board-settings.ts'

const off = (version: number): BoardSettings => ({
  version,
  boards: [
    {
      id: 'truckstop',
      isOn: false,
      controls: { email: true, call: true, save: true, price: true },
      selectors: { origin: '.from' },
    },
  ],
})

test('[D11.4] board settings are requested every five minutes, and the last good ones are kept', async () => {
  const items: Record<string, unknown> = {}
  let time = Date.parse('2026-11-20T20:00:00Z')
  const getBoardSettings = vi.fn(async () => off(1))
  const open = () =>
    createBoardSettings({
      persistentArea: {
        get: async (key) => ({ [key]: items[key] }),
        set: async (set) => void Object.assign(items, set),
      },
      extension: { getBoardSettings },
      now: () => new Date(time),
    })

  expect(await open().read(false)).toEqual({ version: 0, boards: [] })
  expect(await open().read(true)).toEqual(off(1))
  time += 4 * 60_000
  expect(await open().read(true)).toEqual(off(1))
  expect(getBoardSettings).toHaveBeenCalledTimes(1)

  getBoardSettings.mockRejectedValueOnce(new Error('server down'))
  time += 60_000
  expect(await open().read(true)).toEqual(off(1))
  getBoardSettings.mockResolvedValueOnce(off(2))
  time += 5 * 60_000
  expect(await open().read(true)).toEqual(off(2))

  getBoardSettings.mockResolvedValueOnce(off(3))
  time -= 365 * 24 * 3_600_000 // the clock was wrong by a year
  expect(await open().read(true)).toEqual(off(3))
})
