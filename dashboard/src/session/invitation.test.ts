import { afterEach, expect, test } from 'vitest'
import {
  clearInvitation,
  confirmInvitation,
  readAgreedInvitation,
  readInvitationToken,
  storeInvitation,
} from './invitation.ts'

afterEach(() => localStorage.clear())

test('[3.5] the token of an invitation is an empty text at first, then the one that was opened last, and empty again once it was answered', () => {
  expect(readInvitationToken()).toBe('')

  storeInvitation('first')
  storeInvitation('second')
  expect(readInvitationToken()).toBe('second')

  clearInvitation('second')
  expect(readInvitationToken()).toBe('')
})

test('an invitation is agreed to only when somebody says so, and one that is opened later needs a word of its own', () => {
  confirmInvitation('')
  storeInvitation('first')
  expect(readAgreedInvitation()).toBe('')

  confirmInvitation('first')
  expect(readAgreedInvitation()).toBe('first')

  storeInvitation('second')
  expect(readAgreedInvitation()).toBe('')
})

test('what is agreed to is the invitation that somebody saw, also when another was opened meanwhile', () => {
  storeInvitation('first')
  storeInvitation('second')

  confirmInvitation('first')

  expect(readAgreedInvitation()).toBe('first')
})

test('an answer about one invitation leaves another that was opened meanwhile', () => {
  confirmInvitation('first')
  storeInvitation('second')

  clearInvitation('first')

  expect(readInvitationToken()).toBe('second')
})

test('what was answered leaves nothing behind', () => {
  confirmInvitation('first')

  clearInvitation('first')

  expect({ ...localStorage }).toEqual({})
})
