import { afterEach, expect, test } from 'vitest'
import {
  clearInvitation,
  confirmInvitation,
  readConfirmedInvitation,
  readInvitationToken,
  storeInvitation,
} from './invitation.ts'

afterEach(() => localStorage.clear())

test('[3.5] the invitation token is empty, then the last opened one, and empty once answered', () => {
  expect(readInvitationToken()).toBe('')

  storeInvitation('first')
  storeInvitation('second')
  expect(readInvitationToken()).toBe('second')

  clearInvitation('second')
  expect(readInvitationToken()).toBe('')
})

test('an opened invitation is not confirmed, and a later one needs its own confirmation', () => {
  confirmInvitation('')
  storeInvitation('first')
  expect(readConfirmedInvitation()).toBe('')

  confirmInvitation('first')
  expect(readConfirmedInvitation()).toBe('first')

  storeInvitation('second')
  expect(readConfirmedInvitation()).toBe('')
})

test('confirming applies to the invitation shown, even if another was opened meanwhile', () => {
  storeInvitation('first')
  storeInvitation('second')

  confirmInvitation('first')

  expect(readConfirmedInvitation()).toBe('first')
})

test('clearing one invitation keeps another that was opened meanwhile', () => {
  confirmInvitation('first')
  storeInvitation('second')

  clearInvitation('first')

  expect(readInvitationToken()).toBe('second')
})

test('clearing an invitation removes everything stored about it', () => {
  confirmInvitation('first')

  clearInvitation('first')

  expect({ ...localStorage }).toEqual({})
})
