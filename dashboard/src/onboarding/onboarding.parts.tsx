import type { UserInfo } from '@loadping/contract/account'
import { Problem } from '@loadping/contract/problem'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSaveProfile } from '../account/account.data.ts'
import { readCookie } from '../session/cookies.ts'
import { draftOf, readDraft } from './business-draft.ts'
import { BusinessFields } from './business-fields.tsx'

type Props = {
  profile: UserInfo
  onSaved?: () => void
  className?: string
  children: (fields: ReactNode, isSaving: boolean, failure: string | undefined) => ReactNode
}

/** The form about one's business; whoever shows it says where its fields, its button and what went wrong stand. */
export function BusinessForm({ profile, onSaved, className = '', children }: Props) {
  const [draft, setDraft] = useState(() => draftOf(profile))
  const [isWrong, setIsWrong] = useState(false)
  const saveProfile = useSaveProfile()

  function save(event: FormEvent) {
    event.preventDefault()
    const read = readDraft(draft, profile.source ?? readCookie('source'))
    setIsWrong(!read)
    if (read) saveProfile.mutate(read, { onSuccess: () => onSaved?.() })
  }

  const trucksError = isWrong ? 'Enter 1 to 10,000 trucks' : undefined
  return (
    <form noValidate className={className} onSubmit={save}>
      {children(
        <BusinessFields draft={draft} onDraft={setDraft} trucksError={trucksError} />,
        saveProfile.isPending,
        explain(saveProfile.error),
      )}
    </form>
  )
}

function explain(error: Error | null): string | undefined {
  if (!error) return undefined
  if (error instanceof Problem && ['invalid-input', 'not-allowed', 'busy'].includes(error.code)) return error.message
  return 'Not saved. The service cannot be reached right now, so try again in a moment.'
}
