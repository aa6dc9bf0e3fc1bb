import { afterEach, expect, test } from 'vitest'
import { agreeToInvitation, dropInvitation, keepInvitation, readAgreedInvitation, readInvitationToken } from './invitation.ts'

afterEach(() => localStorage.clear())

test('[3.5] the token of an invitation is an empty text at first, then the one that was opened last, and empty again once it was answered', () => {
  expect(readInvitationToken()).toBe('')

  keepInvitation('first')
  keepInvitation('second')
  expect(readInvitationToken()).toBe('second')

  dropInvitation('second')
  expect(readInvitationToken()).toBe('')
})

test('an invitation is agreed to only when somebody says so, and one that is opened later needs a word of its own', () => {
  agreeToInvitation('')
  keepInvitation('first')
  expect(readAgreedInvitation()).toBe('')

  agreeToInvitation('first')
  expect(readAgreedInvitation()).toBe('first')

  keepInvitation('second')
  expect(readAgreedInvitation()).toBe('')
})

test('what is agreed to is the invitation that somebody saw, also when another was opened meanwhile', () => {
  keepInvitation('first')
  keepInvitation('second')

  agreeToInvitation('first')

  expect(readAgreedInvitation()).toBe('first')
})

test('an answer about one invitation leaves another that was opened meanwhile', () => {
  agreeToInvitation('first')
  keepInvitation('second')

  dropInvitation('first')

  expect(readInvitationToken()).toBe('second')
})

test('what was answered leaves nothing behind', () => {
  agreeToInvitation('first')

  dropInvitation('first')

  expect({ ...localStorage }).toEqual({})
})
