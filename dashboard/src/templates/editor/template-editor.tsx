import { brand } from '@loadping/contract/brand'
import { Problem } from '@loadping/contract/wire/problem'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { idle } from '../../idle.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Form } from '../../ui/form/form.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { UnsavedChanges } from '../../unsaved-changes.tsx'
import { ChecksSkeleton } from '../checks/checks-skeleton.tsx'
import { SendTest } from '../checks/send-test.tsx'
import { blankDraft, copyOf, type Draft, isSameDraft } from '../draft.ts'
import { useLoadedTemplates } from '../templates.data.ts'
import { useSave } from '../use-save.ts'
import { EditorHead } from './editor-head.tsx'
import { MessageFields } from './message-fields.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import { useDraft } from './use-draft.ts'

// After the editor is there to type in.
const TemplateChecks = lazyPart(
  async () => {
    await idle()
    return (await import('../checks/template-checks.tsx')).TemplateChecks
  },
  <ChecksSkeleton />,
)
const BoardFillsCard = lazyPart(async () => {
  await idle()
  return (await import('../checks/board-fills-card.tsx')).BoardFillsCard
})
const SaveConflict = lazyPart(async () => (await import('./save-conflict.tsx')).SaveConflict)

/** Edits a template; what is typed stays until it is saved. */
export function TemplateEditor({ stored, initial = stored }: { stored: Draft; initial?: Draft }) {
  const editing = useDraft(stored, initial)
  const { draft, saved, isDirty, restored, change, adopt } = editing
  const skipUnsavedPrompt = useRef(false)
  const navigate = useNavigate()
  const names = useLoadedTemplates()?.map(({ name }) => name) ?? []
  const { save, ...saving } = useSave(adopt)
  useSaveKey(() => save(draft))

  const openCreated = useEffectEvent((id: string) => {
    editing.keep() // What was typed while it was being created is there again.
    skipUnsavedPrompt.current = true
    void navigate(paths.template(id), { replace: true })
  })
  useEffect(() => {
    if (saved.id && saved.id !== stored.id) openCreated(saved.id)
  }, [saved.id, stored.id])

  return (
    <Form errors={saving.errors} isPending={saving.isPending} onSubmit={() => save(draft)}>
      <title>{`${saved.name || 'New template'} · ${brand.name}`}</title>
      <EditorHead
        draft={draft}
        onName={(name) => change({ name })}
        isDirty={isDirty}
        isSaving={saving.isPending}
        hasFailed={saving.failed === draft}
        keptAt={editing.keptAt}
        onDuplicate={() => void navigate(paths.newTemplate, { state: copyOf(draft, names) })}
        sendTest={<SendTest draft={draft} />}
      />
      {saving.refusal && isOverLimit(saving.refusal) && <LimitNotice reason={saving.refusal.message} />}
      {restored && isDirty && <RestoredNotice at={restored.at} onDiscard={() => adopt(saved, draft)} />}
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_376px] lg:grid-cols-[minmax(0,1fr)_424px]">
        <div className="flex min-w-0 flex-col gap-4">
          <MessageFields draft={draft} onChange={change} isBlank={isSameDraft({ ...draft, name: '' }, blankDraft)} />
          <BoardFillsCard draft={draft} />
        </div>
        <TemplateChecks draft={draft} onChange={change} />
      </div>
      <UnsavedChanges isDirty={isDirty} skipUnsavedPrompt={skipUnsavedPrompt} onLeave={editing.keep}>
        Your changes stay on this device and are here when you come back. Emails use the saved template until then.
      </UnsavedChanges>
      {saving.conflict && (
        <SaveConflict
          mine={draft}
          newest={saving.conflict}
          onClose={saving.endConflict}
          onKeepMine={(version) => save({ ...draft, version })}
          onUseNewest={(newest) => adopt(newest, draft)}
        />
      )}
    </Form>
  )
}

/** Saves on Ctrl+S and on a Mac Cmd+S, instead of saving the page. */
function useSaveKey(save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const LimitNotice = ({ reason }: { reason: string }) => (
  <div role="alert" className="mb-4">
    <Banner title="Not saved.">
      {reason} What you typed is still here.{' '}
      <a href={paths.pricing} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-3">
        See plans
      </a>
    </Banner>
  </div>
)

const isOverLimit = (error: Error): boolean => error instanceof Problem && error.code === 'plan-limit'
