import type { Deps } from '../context.ts'

type Signing = Pick<Deps, 'keys' | 'sending'>

/** Where reports about one message go, or undefined where nobody takes them: `returns+ID-CODE@…`, signed, so that nobody makes a report up. */
export function returnAddressOf({ keys, sending }: Signing, emailId: string): string | undefined {
  if (!sending.returnAddress) return undefined
  const [local, domain] = sending.returnAddress.toLowerCase().split('@')
  const code = Buffer.from(keys.mac('return-address', emailId), 'base64url').toString('hex').slice(0, 16)
  return `${local}+${emailId.replaceAll('-', '')}-${code}@${domain}`
}

/** The message to which a return address of ours belongs; undefined for any other address. */
export function messageOf(ctx: Signing, address: string): string | undefined {
  const [, id = ''] = /\+([\da-f]{32})-[\da-f]{16}@/.exec(address) ?? []
  const emailId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return emailId !== '' && address === returnAddressOf(ctx, emailId) ? emailId : undefined
}
