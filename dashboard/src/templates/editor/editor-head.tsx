import { formatTime } from '@loadping/contract/format/instants'
import { ArrowLeft, Check, Copy, Pencil, Save } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { iconButtonStyle } from '../../ui/button-style.ts'
import { useFieldError } from '../../ui/form/form.tsx'
import { FieldNote, fieldStyle } from '../../ui/form/text-field.tsx'
import type { Draft } from '../draft.ts'

type EditorHeadProps = SaveStateProps & {
  draft: Draft
  onName: (name: string) => void
  onDuplicate: () => void
  sendTest: ReactNode
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const

/** The name of the template, whether it is saved, and what can be done with it. */
export const EditorHead = ({ draft, onName, onDuplicate, sendTest, ...state }: EditorHeadProps) => (
  <div className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-2.5">
    <h1 className="sr-only">{draft.id ? 'Edit template' : 'New template'}</h1>
    <Link to={paths.templates} aria-label="Back to My templates" className={`${iconButtonStyle} mt-0.5 max-sm:mt-0`}>
      <ArrowLeft {...icon} />
    </Link>
    <NameField name={draft.name} onName={onName} />
    <SaveState {...state} isNew={!draft.id} />
    <div className="ml-auto flex items-center gap-2 max-sm:ml-0 max-sm:w-full max-[24rem]:[&_svg]:hidden">
      <Button icon={<Copy {...icon} />} onPress={onDuplicate}>
        Duplicate
      </Button>
      {sendTest}
      <Button type="submit" variant="primary" icon={<Save {...icon} />} isLoading={state.isSaving}>
        {draft.id ? 'Save' : 'Create'}
      </Button>
    </div>
  </div>
)

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const { error, clearError } = useFieldError('name')
  return (
    <div className="min-w-0 flex-1 sm:max-w-80">
      <div className="relative">
        <input
          ref={field}
          name="name"
          aria-label="Template name"
          placeholder="Template name"
          dir="auto"
          value={name}
          maxLength={100}
          aria-invalid={error !== undefined}
          aria-describedby={error && 'template-name-note'}
          className={`${fieldStyle(error !== undefined)} h-9 pr-9! text-lead font-semibold placeholder:font-normal max-sm:h-11`}
          onChange={(event) => {
            clearError()
            onName(event.target.value)
          }}
          onClick={clearError}
        />
        <Pencil
          size={14}
          strokeWidth={1.6}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </div>
      <FieldNote id="template-name-note" error={error} />
    </div>
  )
}

type SaveStateProps = {
  isDirty: boolean
  isSaving: boolean
  /** Whether the last save of exactly this text failed. */
  hasFailed: boolean
  /** When this text was kept on this device. */
  keptAt: Date | undefined
}

const SaveState = ({ isNew, isDirty, isSaving, hasFailed, keptAt }: SaveStateProps & { isNew: boolean }) => (
  <span
    role="status"
    className="flex min-h-9 items-center gap-1.5 text-caption text-secondary empty:hidden max-sm:order-last max-sm:min-h-0 max-sm:w-full"
  >
    {isSaving ? (
      'Saving'
    ) : hasFailed ? (
      <button type="submit" className="font-medium text-danger-text underline underline-offset-3">
        Not saved, retry
      </button>
    ) : isDirty ? (
      keptAt ? (
        <Saved text={`Saved here ${formatTime(keptAt)}`} />
      ) : (
        'Unsaved changes'
      )
    ) : (
      !isNew && <Saved text="Saved" />
    )}
  </span>
)

const Saved = ({ text }: { text: string }) => (
  <>
    <Check size={14} strokeWidth={1.6} aria-hidden="true" />
    {text}
  </>
)
