import { useParams } from 'react-router'
import { Section } from '../section.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { blankDraft, draftOf } from './draft.ts'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplate } from './templates.data.ts'

export const NewTemplateScreen = () => <TemplateEditor stored={blankDraft} />

export function EditTemplateScreen() {
  const { id = '' } = useParams()
  return (
    <Section key={id} what="This template" isPage skeleton={<EditorSkeleton />}>
      <ExistingTemplate id={id} />
    </Section>
  )
}

function ExistingTemplate({ id }: { id: string }) {
  const template = useTemplate(id)
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
