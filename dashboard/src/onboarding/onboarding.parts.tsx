import type { UserInfo } from '@loadping/contract/account'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSaveProfile } from '../account/account.data.ts'
import { errorMessage } from '../error-message.ts'
import { readCookie } from '../session/cookies.ts'
import { draftOf, readDraft } from './business-draft.ts'
import { BusinessFields } from './business-fields.tsx'

const notSaved = "Not saved. We can't reach the server right now. Try again in a moment."

type Props = {
  profile: UserInfo
  onSaved?: () => void
  className?: string
  children: (fields: ReactNode, isSaving: boolean, failure: string | undefined) => ReactNode
}

/** The form about the user's business; `children` lays out its fields, its button and its error. */
export function BusinessForm({ profile, onSaved, className = '', children }: Props) {
  const [draft, setDraft] = useState(() => draftOf(profile))
  const [isInvalid, setIsInvalid] = useState(false)
  const saveProfile = useSaveProfile()

  function save(event: FormEvent) {
    event.preventDefault()
    const read = readDraft(draft, profile.source ?? readCookie('source'))
    setIsInvalid(!read)
    if (read) saveProfile.mutate(read, { onSuccess: () => onSaved?.() })
  }

  const trucksError = isInvalid ? 'Enter 1 to 10,000 trucks' : undefined
  return (
    <form noValidate className={className} onSubmit={save}>
      {children(
        <BusinessFields draft={draft} onDraft={setDraft} trucksError={trucksError} />,
        saveProfile.isPending,
        saveProfile.error
          ? errorMessage(saveProfile.error, notSaved, ['invalid-input', 'not-allowed', 'busy'])
          : undefined,
      )}
    </form>
  )
}
