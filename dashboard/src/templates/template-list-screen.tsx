import { brand } from '@loadping/contract/brand'
import type { Template } from '@loadping/contract/templates'
import { Mail, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { Banner } from '../ui/banner.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { DeleteTemplateDialog } from './delete-template-dialog.tsx'
import { TemplateRow } from './template-row.tsx'
import { useTemplates } from './templates.data.ts'

export function TemplateListScreen() {
  return (
    <>
      <title>{`My templates · ${brand.name}`}</title>
      <PageHead title="My templates" context="Emails you can send with one click.">
        <Link to={paths.newTemplate} className={buttonStyle('primary')}>
          <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
          New template
        </Link>
      </PageHead>
      <Section what="your templates" skeleton={<ListSkeleton />}>
        <TemplateList />
      </Section>
    </>
  )
}

function TemplateList() {
  const templates = useTemplates()
  const [templateToDelete, setTemplateToDelete] = useState<Template>()
  if (templates.length === 0) return <NoTemplates />

  return (
    <>
      <LimitNote count={templates.length} />
      <Card className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
        <table className="w-full table-fixed text-left text-table max-sm:block">
          <thead className="bg-sunken text-caption text-secondary max-sm:sr-only">
            <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-medium">
              <th scope="col" className="w-[26%]">
                Name
              </th>
              <th scope="col">Subject</th>
              <th scope="col" className="w-[22%]">
                Labels
              </th>
              <th scope="col" className="w-14">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-2">
            {templates.map((template) => (
              <TemplateRow key={template.id} template={template} onDelete={() => setTemplateToDelete(template)} />
            ))}
          </tbody>
        </table>
      </Card>
      {templateToDelete && (
        <DeleteTemplateDialog template={templateToDelete} onClose={() => setTemplateToDelete(undefined)} />
      )}
    </>
  )
}

/** Tells that the plan's limit is reached. */
function LimitNote({ count }: { count: number }) {
  const { limitTempl } = useMe().data
  if (limitTempl === null || count < limitTempl) return null

  return (
    <div className="mb-4">
      <Banner title={`Your plan includes ${limitTempl} templates.`}>
        You can't add more; the ones you have still work.{' '}
        <Link to={paths.pricing} className="font-semibold underline underline-offset-3">
          See plans
        </Link>
      </Banner>
    </div>
  )
}

const NoTemplates = () => (
  <Card>
    <EmptyState
      icon={<Mail size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="Write the email once"
      text="Placeholders such as origin, dest and rate fill in from the load you click."
    >
      <Link to={paths.newTemplate} className={buttonStyle('primary')}>
        <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
        New template
      </Link>
    </EmptyState>
  </Card>
)

const ListSkeleton = () => (
  <Card>
    <div className="h-8 bg-sunken" />
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex h-11 items-center gap-10 border-t border-subtle px-4">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3.5 w-64 max-w-full" />
      </div>
    ))}
  </Card>
)
