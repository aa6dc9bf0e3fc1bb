import type { Placeholder } from '@loadping/contract/rules/placeholder-titles'
import type { SenderProfile } from '@loadping/contract/rules/placeholders'
import { sampleProfiles } from '@loadping/contract/rules/sample-loads'
import { useMemo } from 'react'
import { useUserType } from '../account/account.data.ts'

/** What emails say about the sender: their own profile, and samples for what it lacks. */
export type Sender = { own: SenderProfile; profile: SenderProfile; sampled: ReadonlySet<Placeholder> }

const placeholders = {
  mc: 'mc',
  dot: 'dot',
  phone: 'phone',
  company: 'myCompany',
  signature: 'signature',
  truckLocation: 'truckLocation',
} as const satisfies Record<Exclude<keyof SenderProfile, 'snippets'>, Placeholder>

export function useSender(): Sender {
  const userType = useUserType()
  return useMemo(() => {
    const own: SenderProfile = {}
    const sampled = Object.entries(placeholders).flatMap(([name, placeholder]) =>
      Object.hasOwn(own, name) ? [] : [placeholder],
    )
    return { own, profile: { ...sampleProfiles[userType], ...own }, sampled: new Set(sampled) }
  }, [userType])
}
