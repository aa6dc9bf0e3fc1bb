import { Problem } from '@loadping/contract/wire/problem'
import { useState } from 'react'
import { errorMessage } from './error-message.ts'
import { type FormErrors, noErrors } from './ui/form/form.tsx'

type Issue = { code?: string; message: string; path: PropertyKey[]; origin?: string; maximum?: unknown }
type ReadResult<Draft> = { success: true; data: Draft } | { success: false; error: { issues: Issue[] } }

type FormOptions<Draft, Answer> = {
  /** Reads and checks the form, as the `safeParse` of the contract's schema. */
  read: (data: FormData) => ReadResult<Draft>
  change: {
    mutate: (draft: Draft, on: { onSuccess: (answer: Answer) => void; onError: (error: Error) => void }) => void
    isPending: boolean
  }
  onSuccess?: (draft: Draft, answer: Answer) => void
  onError?: (error: Error) => void
  /** Returns the text for an issue; the schema's own message by default. */
  explainIssue?: (issue: Issue) => string
  /** Replaces how a failed change is shown; by default by the fields of its Problem, or else by `errorMessage`. */
  explainError?: (error: Error) => FormErrors
}

/** Reads and submits a form: errors of the schema and of a Problem go to their fields, the rest to `FormError`. */
export function useForm<Draft, Answer>(options: FormOptions<Draft, Answer>) {
  const { read, change, onSuccess, onError, explainIssue = explainLength, explainError } = options
  const [errors, setErrors] = useState(noErrors)

  function onSubmit(data: FormData) {
    const result = read(data)
    if (!result.success) {
      const issues = result.error.issues.toReversed() // A field shows its first issue.
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
        setErrors(explainError?.(error) ?? problemErrors(error, data))
        onError?.(error)
      },
    })
  }

  return { errors, isPending: change.isPending, onSubmit }
}

/** Explains a text that is too long, for which schemas have no message of their own. */
export const explainLength = ({ code, origin, maximum, message }: Issue): string =>
  code === 'too_big' && origin === 'string' ? `At most ${maximum} characters` : message

function problemErrors(error: Error, data: FormData): FormErrors {
  const { fields } = toErrors(error instanceof Problem ? Object.entries(error.fields) : [], data)
  return Object.keys(fields).length > 0 ? { fields } : { fields: {}, form: errorMessage(error) }
}

/** Assigns messages to the fields of their paths; one without a field is shown only if no field has one. */
function toErrors(messages: [path: string, message: string][], data: FormData): FormErrors {
  const ofFields = messages.filter(([path]) => data.has(path))
  const rest = messages.find(([path]) => !data.has(path))
  return { fields: Object.fromEntries(ofFields), ...(ofFields.length === 0 && rest && { form: rest[1] }) }
}
