import { Problem } from '@loadping/contract/wire/problem'
import { useState } from 'react'
import { errorMessage } from '../error-message.ts'
import { type FormErrors, noErrors } from '../ui/form/form.tsx'
import { useToast } from '../ui/toast.ts'
import { type Draft, draftOf, errorsOf, readDraft } from './draft.ts'
import { findBodyErrors, findPlaceholderErrors } from './placeholder-errors.ts'
import { useNewestTemplate, useSaveTemplate } from './templates.data.ts'

/** Whose own messages say what to do. */
const explainedCodes = ['plan-limit', 'too-many', 'too-large', 'saved-meanwhile'] as const

type SaveTexts = { saved: string; failed: string }

const created: SaveTexts = { saved: 'Template created', failed: 'Template not created' }
const updated: SaveTexts = { saved: 'Update Success', failed: 'Error while updating' }

/** Saves a draft; a failed save keeps everything and says why. `texts` replace those of a creation or an update. */
export function useSave(onSaved: (saved: Draft, from: Draft) => void, texts?: SaveTexts) {
  const [errors, setErrors] = useState<FormErrors>(noErrors)
  const [failedDraft, setFailed] = useState<Draft>()
  const [conflict, setConflict] = useState<Draft>()
  const { mutate, isPending, error: refusal } = useSaveTemplate()
  const loadNewest = useNewestTemplate()
  const showToast = useToast()
  const textsOf = ({ id }: Draft) => texts ?? (id ? updated : created)

  function fail(draft: Draft, fields: FormErrors['fields'], error?: Error) {
    setErrors({ fields })
    setFailed(draft)
    const { failed } = textsOf(draft)
    showToast(error ? errorMessage(error, failed, explainedCodes) : failed, 'error')
  }

  function save(draft: Draft) {
    const read = readDraft(draft)
    if ('errors' in read) return setErrors({ fields: read.errors })
    if (hasErrors(draft)) return fail(draft, {})

    setErrors(noErrors)
    mutate(read.template, {
      onSuccess: (template) => {
        showToast(textsOf(draft).saved, 'success')
        setFailed(undefined)
        onSaved(draftOf(template), draft)
      },
      onError: async (error) => {
        const fields = error instanceof Problem ? errorsOf(Object.entries(error.fields)) : {}
        fail(draft, fields, error)
        if (!draft.id || !(error instanceof Problem) || error.code !== 'saved-meanwhile') return
        const newest = await loadNewest(draft.id).catch(() => undefined) // Saving again asks for it again.
        if (newest) setConflict(draftOf(newest))
      },
    })
  }

  return { save, errors, failed: failedDraft, refusal, isPending, conflict, endConflict: () => setConflict(undefined) }
}

/** Whether a draft holds what would keep it from being filled. */
export const hasErrors = ({ subject, body }: Draft): boolean =>
  findPlaceholderErrors(subject).length > 0 || findBodyErrors(body).length > 0
