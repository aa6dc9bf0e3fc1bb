import type { SenderProfile } from '@loadping/contract/templates/placeholders'
import { senderProfileOf } from '@loadping/contract/templates/profile-values'
import { useProfile } from '../../account/profile.data.ts'
import { useSnippets } from '../../snippets/snippets.data.ts'

/** What emails print of their sender. */
export function useSender(): SenderProfile {
  const profile = useProfile()
  const snippets = useSnippets()
  return {
    ...senderProfileOf(profile),
    snippets: Object.fromEntries(snippets.map(({ name, text }) => [name, text])),
  }
}
