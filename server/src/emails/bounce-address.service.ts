import type { Deps } from '../context.ts'

type Signing = Pick<Deps, 'keys' | 'sendSettings'>

/**
 * Returns the bounce address of one email, `bounces+ID-CODE@…`, or undefined if none is configured. The code is signed
 * against forged reports.
 */
export function bounceAddressOf({ keys, sendSettings }: Signing, emailId: string): string | undefined {
  if (!sendSettings.bounceAddress) return undefined
  const [local, domain] = sendSettings.bounceAddress.toLowerCase().split('@')
  const code = Buffer.from(keys.hmac('bounce-address', emailId), 'base64url').toString('hex').slice(0, 16)
  return `${local}+${emailId.replaceAll('-', '')}-${code}@${domain}`
}

/** Returns the email ID in a valid bounce address, else undefined. */
export function emailIdFromBounceAddress(ctx: Signing, address: string): string | undefined {
  const [, id = ''] = /\+([\da-f]{32})-[\da-f]{16}@/.exec(address) ?? []
  const emailId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return emailId !== '' && address === bounceAddressOf(ctx, emailId) ? emailId : undefined
}
