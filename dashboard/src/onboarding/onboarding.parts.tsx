import type { UserInfo } from '@loadping/contract/account/account'
import { type ReactNode, useState } from 'react'
import { useSaveUserInfo } from '../account/account.data.ts'
import { errorMessage } from '../error-message.ts'
import { readCookie } from '../session/cookies.ts'
import { Form, type FormErrors } from '../ui/form/form.tsx'
import { useReportUnsaved } from '../unsaved-changes.tsx'
import { explainLength, useForm } from '../use-form.ts'
import { draftOf, readDraft } from './business-draft.ts'
import { BusinessFields } from './business-fields.tsx'

const notSaved = "Not saved. We can't reach the server right now. Try again in a moment."

export const explainBusinessIssue = (issue: Parameters<typeof explainLength>[0]): string =>
  issue.path[0] === 'trucksAmount' ? 'Enter a whole number of trucks, 1 to 10,000' : explainLength(issue)

export const explainBusinessError = (error: Error): FormErrors => ({
  fields: {},
  form: errorMessage(error, notSaved, ['invalid-input', 'not-allowed', 'busy']),
})

type Props = {
  profile: UserInfo
  onSaved?: () => void
  className?: string
  children: (fields: ReactNode, isSaving: boolean) => ReactNode
}

/** The form about the user's business; its children place the fields, the button and the `FormError`. */
export function BusinessForm({ profile, onSaved, className = '', children }: Props) {
  const [draft, setDraft] = useState(() => draftOf(profile))
  const [saved, setSaved] = useState(draft)
  const form = useForm({
    change: useSaveUserInfo(),
    read: () => readDraft(draft, profile.source ?? readCookie('source')),
    explainIssue: explainBusinessIssue,
    explainError: explainBusinessError,
    onSuccess: () => {
      setSaved(draft)
      onSaved?.()
    },
  })
  useReportUnsaved(JSON.stringify(draft) !== JSON.stringify(saved))
  return (
    <Form {...form} className={className}>
      {children(<BusinessFields draft={draft} onDraft={setDraft} />, form.isPending)}
    </Form>
  )
}
