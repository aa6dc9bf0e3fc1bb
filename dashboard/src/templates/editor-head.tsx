import { ArrowLeft, Save } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { iconButtonStyle } from '../ui/button-style.ts'
import { TextField } from '../ui/text-field.tsx'

type EditorHeadProps = {
  isNew: boolean
  name: string
  onName: (name: string) => void
  isDirty: boolean
  isSaving: boolean
}

/** The name of the template, whether it is saved, and the Save button. */
export const EditorHead = ({ isNew, name, onName, isDirty, isSaving }: EditorHeadProps) => (
  <div className="mb-4 flex flex-wrap items-start gap-3">
    <h1 className="sr-only">{isNew ? 'New template' : 'Edit template'}</h1>
    <Link to={paths.templates} aria-label="Back to My templates" className={`${iconButtonStyle} mt-6.5`}>
      <ArrowLeft size={16} strokeWidth={1.6} aria-hidden="true" />
    </Link>
    <TextField
      label="Template name"
      name="name"
      value={name}
      onValue={onName}
      maxLength={100}
      className="min-w-0 flex-1 sm:max-w-80"
    />
    <div className="mt-6.5 ml-auto flex items-center gap-3 max-sm:mt-0 max-sm:ml-0 max-sm:w-full max-sm:flex-row-reverse max-sm:justify-end">
      <span role="status" className="text-caption text-secondary">
        {isSaving ? 'Saving' : isDirty ? 'Unsaved changes' : isNew ? '' : 'Saved'}
      </span>
      <Button
        type="submit"
        variant="primary"
        icon={<Save size={16} strokeWidth={1.6} aria-hidden="true" />}
        isLoading={isSaving}
      >
        Save
      </Button>
    </div>
  </div>
)
