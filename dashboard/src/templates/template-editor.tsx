import { brand } from '@loadping/contract/brand'
import { Problem } from '@loadping/contract/problem'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '../error-message.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Form, type FormErrors, noErrors } from '../ui/form.tsx'
import { useToast } from '../ui/toast.tsx'
import { blankDraft, type Draft, draftOf, errorsOf, isSameDraft, readDraft } from './draft.ts'
import { EditorHead } from './editor-head.tsx'
import { MessageFields } from './message-fields.tsx'
import { findPlaceholderErrors } from './placeholder-errors.ts'
import { TemplateChecks } from './template-checks.tsx'
import { useSaveTemplate } from './templates.data.ts'
import { UnsavedChanges } from './unsaved-changes.tsx'

/** Edits a template; what is typed stays until it is saved. */
export function TemplateEditor({ stored }: { stored: Draft }) {
  const [draft, setDraft] = useState(stored)
  const [saved, setSaved] = useState(stored)
  const [errors, setErrors] = useState<FormErrors>(noErrors)
  const { mutate, isPending, error: refusal } = useSaveTemplate()
  const skipUnsavedPrompt = useRef(false)
  const navigate = useNavigate()
  const showToast = useToast()

  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const isDirty = !isSameDraft(draft, saved)
  const hasErrors = findPlaceholderErrors(draft.subject).length > 0 || findPlaceholderErrors(draft.html).length > 0

  function save() {
    const read = readDraft(draft)
    setErrors({ fields: 'errors' in read ? read.errors : {} })
    if ('errors' in read || hasErrors) return showToast('Error while updating', 'error')

    mutate(read.template, {
      onSuccess: (template) => {
        showToast(draft.id ? 'Update Success' : 'Template created', 'success')
        const nowSaved = draftOf(template)
        if (!draft.id) {
          skipUnsavedPrompt.current = true
          return void navigate(paths.template(template.id), { replace: true })
        }
        setSaved(nowSaved)
        setDraft((now) => (isSameDraft(now, draft) ? nowSaved : now))
      },
      onError: (error) => {
        setErrors({ fields: error instanceof Problem ? errorsOf(Object.entries(error.fields)) : {} })
        showToast(errorMessage(error, 'Error while updating', ['plan-limit', 'too-many']), 'error')
      },
    })
  }

  return (
    <Form errors={errors} isPending={isPending} onSubmit={save}>
      <title>{`${saved.name || 'New template'} · ${brand.name}`}</title>
      <EditorHead
        isNew={!draft.id}
        name={draft.name}
        onName={(name) => change({ name })}
        isDirty={isDirty}
        isSaving={isPending}
      />
      {refusal && isOverLimit(refusal) && (
        <div role="alert" className="mb-4">
          <Banner title="Not saved.">
            {refusal.message} What you typed is still here.{' '}
            <a
              href={paths.pricing}
              target="_blank"
              rel="noreferrer"
              className="font-semibold underline underline-offset-3"
            >
              See plans
            </a>
          </Banner>
        </div>
      )}
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_376px]">
        <MessageFields draft={draft} onChange={change} isBlank={isSameDraft({ ...draft, name: '' }, blankDraft)} />
        <TemplateChecks draft={draft} onChange={change} hasErrors={hasErrors} />
      </div>
      <UnsavedChanges isDirty={isDirty} skipUnsavedPrompt={skipUnsavedPrompt} />
    </Form>
  )
}

const isOverLimit = (error: Error): boolean => error instanceof Problem && error.code === 'plan-limit'
