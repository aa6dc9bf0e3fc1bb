import { expect, test } from 'vitest'
import { learnedProfile, senderProfileOf } from './profile-values.ts'

test('templates are filled with the values that the profile has', () => {
  const empty = { company: null, phone: null, mc: null, dot: null, signature: null }

  expect(senderProfileOf({ ...empty, mc: '123456', signature: '' })).toEqual({ mc: '123456' })
})

test('entered values are learned as the profile saves them, unless it has them or refuses them', () => {
  const entered = { mc: 'MC-123456', dot: 'x', phone: '', myCompany: ' Redbud ', signature: 'Maria', ref: 'Q1' }

  expect(learnedProfile({ signature: 'M. Delgado' }, entered)).toEqual({ mc: '123456', company: 'Redbud' })
  expect(learnedProfile({})).toEqual({})
})
