import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useMe } from '../../account/account.data.ts'
import { Section } from '../../section.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { blankDraft, Draft, draftOf } from '../draft.ts'
import { useTemplate, useTemplates } from '../templates.data.ts'
import { SharedTemplate } from './shared-template.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateLimit } from './template-limit.tsx'

/** Checks the limit once, so that a later change of the plan or the list cannot remove what was typed. */
export function NewTemplateScreen() {
  const { data: me } = useMe()
  const [limit] = useState(me.limitTempl)
  if (limit === null) return <NewTemplate />

  return (
    <Section what="your templates" isPage skeleton={<EditorSkeleton />}>
      <WithinLimit limit={limit} />
    </Section>
  )
}

function WithinLimit({ limit }: { limit: number }) {
  const templates = useTemplates()
  const [isFull] = useState(templates.filter(({ owner }) => owner === null).length >= limit)
  return isFull ? <TemplateLimit limit={limit} /> : <NewTemplate />
}

/** Starts with the copy that Duplicate made, if any. */
function NewTemplate() {
  const { state, key } = useLocation()
  return <TemplateEditor key={key} stored={blankDraft} initial={Draft.safeParse(state).data ?? blankDraft} />
}

export function EditTemplateScreen() {
  const { id = '' } = useParams()
  return (
    <Section key={id} what="this template" isPage skeleton={<EditorSkeleton />}>
      <ExistingTemplate id={id} />
    </Section>
  )
}

function ExistingTemplate({ id }: { id: string }) {
  const template = useTemplate(id)
  if (template.owner) return <SharedTemplate template={template} sharedBy={template.owner.name} />
  return <TemplateEditor stored={draftOf(template)} />
}

const EditorSkeleton = () => (
  <>
    <Skeleton className="mb-5 h-9 w-80 max-w-full" />
    <Card className="p-4">
      <Skeleton className="mb-3 h-8 w-full" />
      <Skeleton className="h-60 w-full" />
    </Card>
  </>
)
