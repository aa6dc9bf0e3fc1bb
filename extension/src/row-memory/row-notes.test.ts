import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { expect, test } from 'vitest'
import { openArea } from '../testing/open-browser.ts'
import { createRowNotes } from './row-notes.ts'

const load: PostedLoad = {
  board: 'truckstop',
  boardLoadId: 'T1',
  origin: { city: 'Aurora', state: 'IL' },
  dest: { city: 'Memphis', state: 'TN' },
  equipment: 'V',
  company: 'Tarnbrook Freight',
  pickupDay: '2026-11-23',
}
const hours = (count: number) => count * 3_600_000

function openDevice() {
  let time = Date.parse('2026-11-22T16:00:00Z')
  let user = 'maria'
  const notes = createRowNotes({
    persistentArea: openArea(),
    userId: async () => user,
    now: () => new Date(time),
  })
  return {
    notes,
    pass: (ms: number) => {
      time += ms
    },
    signIn: (id: string) => {
      user = id
    },
  }
}

test('a device keeps for 48 hours what the user did about a row', async () => {
  const { notes, pass } = openDevice()
  await notes.add(load, { emailedAt: '2026-11-22T16:00:00Z', askCents: 154_000 })
  pass(hours(1))
  await notes.add(load, { savedAt: '2026-11-22T17:00:00Z' })

  expect(await notes.ofBoard('truckstop')).toEqual({
    T1: { emailedAt: '2026-11-22T16:00:00Z', askCents: 154_000, savedAt: '2026-11-22T17:00:00Z' },
  })
  expect(await notes.ofBoard('dat-one')).toEqual({})
  pass(hours(48))
  expect(await notes.ofBoard('truckstop')).toEqual({})
})

test('the same load on another board is known, and what another user did is not', async () => {
  const { notes, signIn } = openDevice()
  await notes.add(load, { calledAt: '2026-11-22T16:00:00Z' })
  const elsewhere: PostedLoad = { ...load, board: 'dat-one', boardLoadId: 'DL9' }

  expect((await notes.ofLoad(elsewhere)).map(({ board }) => board)).toEqual(['truckstop'])
  expect(await notes.ofLoad({ ...elsewhere, dest: { city: 'Omaha', state: 'NE' } })).toEqual([])
  signIn('owen')
  expect(await notes.ofLoad(load)).toEqual([])
  expect(await notes.ofBoard('truckstop')).toEqual({})
})

test('after an undo the note names the saved load and no email, also after a restart', async () => {
  const { notes } = openDevice()
  const emailedAt = '2026-11-22T16:00:00Z'
  const other = { ...load, boardLoadId: 'T2' }
  await notes.add(load, { emailedAt, askCents: 154_000 })
  await notes.add(other, { emailedAt, calledAt: emailedAt, askCents: 154_000 })

  await notes.correct('truckstop', async () => ({
    T1: { state: 'undone', templateId: 't1', emailId: 'e1' },
    T2: { state: 'failed', templateId: 't1' },
  }))
  expect(await notes.ofBoard('truckstop')).toEqual({
    T1: { savedAt: emailedAt },
    T2: { calledAt: emailedAt, askCents: 154_000 },
  })

  await notes.add(load, { emailedAt })
  await notes.correct('truckstop', async () => ({ T1: { state: 'queued', templateId: 't1', emailId: 'e2' } }))
  expect(await notes.ofBoard('truckstop')).toMatchObject({ T1: { emailedAt } })
})

test('the note of an email that is sent again while it is corrected stays', async () => {
  const { notes } = openDevice()
  await notes.add(load, { emailedAt: '2026-11-22T16:00:00Z' })

  await notes.correct('truckstop', async () => {
    await notes.add(load, { emailedAt: '2026-11-22T16:01:00Z' })
    return { T1: { state: 'undone', templateId: 't1' } }
  })
  expect(await notes.ofBoard('truckstop')).toEqual({ T1: { emailedAt: '2026-11-22T16:01:00Z' } })
})
