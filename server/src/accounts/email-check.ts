import { isEmailAddress } from '@loadping/contract/rules/email-address'
import { isDisposableEmail } from 'disposable-email-domains-js'

/**
 * Whether users can sign in with this address: it is well-formed, and its domain is not one for disposable addresses.
 */
export const isUsableEmail = (email: string): boolean =>
  isEmailAddress(email.trim()) && !isDisposableEmail(email.trim())
