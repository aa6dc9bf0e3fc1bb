import { Problem } from '@loadping/contract/problem'
import { useState } from 'react'
import { errorMessage } from './error-message.ts'
import { type FormErrors, noErrors } from './ui/form.tsx'

type Issue = { code?: string; message: string; path: PropertyKey[] }
type ReadResult<Draft> = { success: true; data: Draft } | { success: false; error: { issues: Issue[] } }

type FormOptions<Draft, Answer> = {
  /** Reads what the form holds: the `safeParse` of the contract's schema. */
  read: (data: FormData) => ReadResult<Draft>
  change: {
    mutate: (draft: Draft, on: { onSuccess: (answer: Answer) => void; onError: (error: Error) => void }) => void
    isPending: boolean
  }
  onSuccess?: (draft: Draft, answer: Answer) => void
  onError?: (error: Error) => void
  /** Words an issue of the schema; the schema's own message otherwise. */
  explainIssue?: (issue: Issue) => string
  /** Words a failure that names no field; `errorMessage` otherwise. */
  explainError?: (error: Error) => FormErrors
}

/** Reads and submits a form: errors of the schema and of a Problem go to their fields, the rest to `FormError`. */
export function useForm<Draft, Answer>(options: FormOptions<Draft, Answer>) {
  const { read, change, onSuccess, onError, explainIssue = ({ message }) => message } = options
  const { explainError = (error) => ({ fields: {}, form: errorMessage(error) }) } = options
  const [errors, setErrors] = useState(noErrors)

  function onSubmit(data: FormData) {
    const result = read(data)
    if (!result.success) {
      const issues = result.error.issues.toReversed() // The first issue of a field is the one that is shown.
      return setErrors(
        toErrors(
          issues.map((issue) => [issue.path.join('/'), explainIssue(issue)]),
          data,
        ),
      )
    }
    setErrors(noErrors)
    change.mutate(result.data, {
      onSuccess: (answer) => onSuccess?.(result.data, answer),
      onError: (error) => {
        const { fields } = toErrors(error instanceof Problem ? Object.entries(error.fields) : [], data)
        setErrors(Object.keys(fields).length > 0 ? { fields } : explainError(error))
        onError?.(error)
      },
    })
  }

  return { errors, isPending: change.isPending, onSubmit }
}

/** Messages by path; what names no field of the form is shown for the form. */
function toErrors(messages: [path: string, message: string][], data: FormData): FormErrors {
  const ofFields = messages.filter(([path]) => data.has(path))
  const rest = messages.find(([path]) => !data.has(path))
  return { fields: Object.fromEntries(ofFields), ...(ofFields.length === 0 && rest && { form: rest[1] }) }
}
