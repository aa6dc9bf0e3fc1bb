import { isEmailAddress } from '@loadping/contract/format/email-address'
import { isDisposableEmailDomain } from 'disposable-email-domains-js'

/** Whether users can sign in with this address: well-formed, and neither its domain nor one above is disposable. */
export const isUsableEmail = (email: string): boolean =>
  isEmailAddress(email.trim()) && !domainsOf(email.trim()).some(isDisposableEmailDomain)

/** Returns the domain of an address and those above it, without the top level. */
function domainsOf(email: string): string[] {
  const labels = email.slice(email.indexOf('@') + 1).split('.')
  return labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
}
