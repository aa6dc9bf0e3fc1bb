import { findCarrierNumber } from '@loadping/contract/broker-software/mc-number'
import { bodyText } from '@loadping/contract/templates/body-text'
import { isValueMissing } from '@loadping/contract/templates/mail-check-fixes'
import { previewMessage, type SenderProfile, valuesOf } from '@loadping/contract/templates/placeholders'
import { getSchema } from '@tiptap/core'
import { Pencil } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useUserType } from '../../account/account.data.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { sampleLoads } from '../checks/sample-loads.ts'
import { useSender } from '../checks/use-sender.ts'
import { type Draft, draftOf } from '../draft.ts'
import { useTemplates } from '../templates.data.ts'
import { hasErrors, useSave } from '../use-save.ts'
import { parseBody, serializeBody } from './body-html.ts'
import { MessageBody } from './message-fields.tsx'
import { parseLine, textOfLine } from './placeholder-node.ts'
import { bodySchema, subjectSchema } from './rich-text-schema.ts'
import { SubjectField } from './subject-field.tsx'
import { useDraft } from './use-draft.ts'
import { useTextEditor } from './use-text-editor.ts'
import './rich-text.css'

const SaveConflict = lazyPart(async () => (await import('./save-conflict.tsx')).SaveConflict)

/** Where the email's MC number comes from, or what it lacks. */
type McState = 'found' | 'not-in-template' | 'not-in-profile' | 'invalid'

const createdForBroker = { saved: 'Default template created', failed: 'Error while creating default template' }

/** Edits the Default template; `onSaved` follows a submit, after a save if anything was changed or for a broker. */
export function useDefaultTemplate(onSaved: () => void) {
  const stored = useStoredDefault()
  const { draft, isDirty, restored, change, adopt } = useDraft(stored, stored)
  const [isEditing, setEditing] = useState(restored !== undefined)
  const isBroker = useUserType() === 'broker'
  const finish = (template: Draft, from: Draft) => {
    adopt(template, from)
    onSaved()
  }
  const { save, ...saving } = useSave(finish, isBroker ? createdForBroker : undefined)
  return {
    draft,
    change,
    isEditing,
    saving,
    edit: () => setEditing(true),
    mc: useMcState(draft),
    submit: () => (isDirty || isBroker ? save(draft) : onSaved()),
    conflict: saving.conflict && (
      <SaveConflict
        mine={draft}
        newest={saving.conflict}
        onClose={saving.endConflict}
        onKeepMine={(version) => save({ ...draft, version })}
        onUseNewest={(newest) => adopt(newest, draft)}
      />
    ),
  }
}

function useStoredDefault(): Draft {
  const template = useTemplates().find(({ isDefault }) => isDefault)
  const [stored] = useState(template && draftOf(template))
  if (!stored) throw new Error('there is no Default template')
  return stored
}

/** Finds the MC number as the reader of an email would, with the user's own profile. */
function useMcState(draft: Draft): McState {
  const { profile } = useSender()
  const userType = useUserType()
  return useMemo(() => {
    const template = { subject: draft.subject, template: draft.body }
    if (hasErrors(draft)) return 'invalid'
    if (hasMcNumber(template, profile)) return 'found'
    return isValueMissing('no-mc', template, userType) ? 'not-in-profile' : 'not-in-template'
  }, [draft, profile, userType])
}

function hasMcNumber(template: Parameters<typeof previewMessage>[0], profile: SenderProfile): boolean {
  const email = previewMessage(template, valuesOf(sampleLoads['dat-one'], profile))
  return findCarrierNumber(`${email?.subject}\n${bodyText(email?.html ?? '')}`)?.kind === 'mc'
}

type DefaultTemplateFieldsProps = Pick<ReturnType<typeof useDefaultTemplate>, 'draft' | 'change' | 'isEditing' | 'edit'>

/** Subject and message of the Default template: to read, and after Edit to change. */
export function DefaultTemplateFields({ draft, change, isEditing, edit }: DefaultTemplateFieldsProps) {
  const inserter = useRef<(raw: string) => void>(undefined)
  const holder = useRef<HTMLDivElement>(null)
  const [isRequested, setRequested] = useState(isEditing)
  useEffect(() => {
    if (!isEditing || isRequested) return
    setRequested(true)
    holder.current?.querySelector<HTMLElement>('.template-body')?.focus()
  }, [isEditing, isRequested])

  if (!isEditing) return <WrittenTemplate draft={draft} onEdit={edit} />
  return (
    <div ref={holder} className="flex flex-col gap-4">
      <SubjectField subject={draft.subject} onSubject={(subject) => change({ subject })} inserter={inserter} />
      <MessageBody body={draft.body} onBody={(body) => change({ body })} inserter={inserter} />
    </div>
  )
}

const schemas = { subject: getSchema(subjectSchema), body: getSchema(bodySchema) }

function WrittenTemplate({ draft, onEdit }: { draft: Draft; onEdit: () => void }) {
  const { holder: subject } = useTextEditor({
    extensions: subjectSchema,
    attributes: { role: 'group', 'aria-label': 'Subject', dir: 'auto', class: 'template-field leading-6' },
    value: draft.subject,
    onValue: () => {},
    isReadOnly: true,
    parse: (text) => parseLine(text, schemas.subject),
    write: textOfLine,
  })
  const { holder: body } = useTextEditor({
    extensions: bodySchema,
    attributes: { role: 'group', 'aria-label': 'Message', dir: 'auto', class: 'template-body px-3 py-3' },
    value: draft.body,
    onValue: () => {},
    isReadOnly: true,
    parse: (text) => parseBody(text, schemas.body),
    write: serializeBody,
  })
  return (
    <div className="overflow-hidden rounded-md border border-control bg-surface text-table">
      <div className="flex items-start gap-2 border-b border-default bg-sunken px-3 py-2">
        <span aria-hidden="true" className="leading-6 text-secondary">
          Subject
        </span>
        <div ref={subject} className="min-w-0 flex-1" />
        <Button size="sm" icon={<Pencil size={14} strokeWidth={1.6} aria-hidden="true" />} onPress={onEdit}>
          Edit
        </Button>
      </div>
      <div ref={body} />
    </div>
  )
}
