import type { Deps } from '../context.ts'

type Signing = Pick<Deps, 'keys' | 'sendSettings'>

/** Where reports about one message go, or undefined where nobody takes them: `returns+ID-CODE@…`, signed, so that nobody makes a report up. */
export function bounceAddressOf({ keys, sendSettings }: Signing, emailId: string): string | undefined {
  if (!sendSettings.bounceAddress) return undefined
  const [local, domain] = sendSettings.bounceAddress.toLowerCase().split('@')
  const code = Buffer.from(keys.hmac('bounce-address', emailId), 'base64url').toString('hex').slice(0, 16)
  return `${local}+${emailId.replaceAll('-', '')}-${code}@${domain}`
}

/** The message to which a return address of ours belongs; undefined for any other address. */
export function emailIdFromBounceAddress(ctx: Signing, address: string): string | undefined {
  const [, id = ''] = /\+([\da-f]{32})-[\da-f]{16}@/.exec(address) ?? []
  const emailId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return emailId !== '' && address === bounceAddressOf(ctx, emailId) ? emailId : undefined
}
