import type { SenderProfile } from '@loadping/contract/templates/placeholders'
import { senderProfileOf } from '@loadping/contract/templates/profile-values'
import { useMemo } from 'react'
import { useProfile } from '../../account/profile.data.ts'
import { useSnippets } from '../../snippets/snippets.data.ts'
import { sampleProfiles } from './sample-loads.ts'

/** What emails say about the sender, as saved, with a sample of where the truck is, which differs by load. */
export function useSender(): { own: SenderProfile; profile: SenderProfile } {
  const profile = useProfile()
  const snippets = useSnippets()
  return useMemo(() => {
    const own = {
      ...senderProfileOf(profile),
      snippets: Object.fromEntries(snippets.map(({ name, text }) => [name, text])),
    }
    return { own, profile: { ...own, truckLocation: sampleProfiles.carrier.truckLocation } }
  }, [profile, snippets])
}
