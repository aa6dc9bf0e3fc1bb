import type { Deps } from '../context.ts'

type Signing = Pick<Deps, 'keys' | 'sendSettings'>

/** What a bounce address names. */
export type BouncedEmail = { userId: string; emailId: string }

/**
 * Returns the bounce address of one email, or undefined if none is configured. It names user and email, and a code
 * prevents forged reports.
 */
export function bounceAddressOf(
  { keys, sendSettings }: Signing,
  { userId, emailId }: BouncedEmail,
): string | undefined {
  if (!sendSettings.bounceAddress) return undefined
  // 56 characters of base 36: mail servers may change upper case and allow 64 characters.
  const [local, domain] = sendSettings.bounceAddress.toLowerCase().split('@')
  const ids = toBase36(`${digitsOf(userId)}${digitsOf(emailId)}`).padStart(48, '0')
  return `${local}+${ids}${codeFor({ keys }, ids, 8)}@${domain}`
}

/** Returns the email that a valid bounce address names, else undefined. */
export function emailInBounceAddress(ctx: Signing, address: string): BouncedEmail | undefined {
  const [, ids] = /\+([\da-z]{48})[\da-z]{8}@/.exec(address) ?? []
  if (ids === undefined) return undefined
  const digits = fromBase36(ids).toString(16).padStart(62, '0')
  const email = { userId: uuidOf(digits.slice(0, 31)), emailId: uuidOf(digits.slice(31)) }
  return address === bounceAddressOf(ctx, email) ? email : undefined
}

/** Returns the bounce address of the product's own emails to a recipient, or undefined if none is configured. */
export function bounceAddressOfProduct({ keys, sendSettings }: Signing, recipient: string): string | undefined {
  if (!sendSettings.bounceAddress) return undefined
  const [local, domain] = sendSettings.bounceAddress.toLowerCase().split('@')
  const name = codeFor({ keys }, `recipient ${recipient.toLowerCase()}`, 24)
  return `${local}+p${name}${codeFor({ keys }, `product ${name}`, 8)}@${domain}`
}

/** Whether an address is a valid bounce address of the product's own emails, to anyone. */
export function isProductBounceAddress({ keys, sendSettings }: Signing, address: string): boolean {
  const [, name = '', code] = /\+p([\da-z]{24})([\da-z]{8})@/.exec(address) ?? []
  return sendSettings.bounceAddress !== undefined && code === codeFor({ keys }, `product ${name}`, 8)
}

/** Returns digits of base 36 that only this installation can compute. */
const codeFor = ({ keys }: Pick<Deps, 'keys'>, text: string, length: number): string =>
  toBase36(Buffer.from(keys.hmac('bounce-address', text), 'base64url').toString('hex')).slice(-length)

/** The hexadecimal digits of a UUID but the version, which is always 7. */
const digitsOf = (uuid: string): string => uuid.replace(/^(.{8})-(.{4})-7(.{3})-(.{4})-/, '$1$2$3$4')
const uuidOf = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{3})(.{4})(.{12})$/, '$1-$2-7$3-$4-$5')

const toBase36 = (hex: string): string => BigInt(`0x${hex}`).toString(36)
const fromBase36 = (digits: string): bigint =>
  [...digits].reduce((value, digit) => value * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
