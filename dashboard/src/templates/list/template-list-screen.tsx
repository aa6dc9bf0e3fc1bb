import { brand } from '@loadping/contract/brand'
import { countOf, formatCount } from '@loadping/contract/format/counts'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '../../account/account.data.ts'
import { paths } from '../../paths.ts'
import { Section } from '../../section.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoadedTemplates, useTemplates } from '../templates.data.ts'
import { NoTemplates } from './no-templates.tsx'
import { TemplateList } from './template-list.tsx'

const ImportDialog = lazyPart(async () => (await import('../files/import-dialog.tsx')).ImportDialog)

export function TemplateListScreen() {
  const templates = useLoadedTemplates()
  const [isImporting, setIsImporting] = useState(false)
  const openImport = () => setIsImporting(true)
  return (
    <>
      <title>{`My templates · ${brand.name}`}</title>
      <PageHead title="My templates" context={describeList(templates)}>
        {templates?.length !== 0 && (
          <>
            <Button
              className="max-sm:hidden"
              icon={<Upload size={16} strokeWidth={1.6} aria-hidden="true" />}
              onPress={openImport}
            >
              Import
            </Button>
            <Link to={paths.newTemplate} className={buttonStyle('primary')}>
              <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
              New template
            </Link>
          </>
        )}
      </PageHead>
      <Section what="your templates" skeleton={<ListSkeleton />}>
        <Templates onImport={openImport} />
      </Section>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </>
  )
}

function Templates({ onImport }: { onImport: () => void }) {
  const templates = useTemplates()
  if (templates.length === 0) return <NoTemplates onImport={onImport} />
  return (
    <>
      <LimitNote count={ownOf(templates).length} />
      <TemplateList templates={templates} />
    </>
  )
}

const ownOf = (templates: ListedTemplate[]) => templates.filter(({ owner }) => owner === null)

function describeList(templates: ListedTemplate[] = []): string {
  const ownCount = ownOf(templates).length
  const shared = templates.length - ownCount
  if (templates.length === 0) return 'Emails you can send with one click.'
  return countOf(ownCount, 'template') + (shared === 0 ? '' : `, and ${formatCount(shared)} from your team`)
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

const ListSkeleton = () => (
  <>
    <div className="mb-3 flex gap-2">
      <Skeleton className="h-8 w-65 max-sm:h-11 max-sm:w-full" />
    </div>
    <Card>
      <div className="h-8 bg-sunken" />
      <SkeletonRows
        row={() => (
          <div className="flex h-11 items-center gap-10 border-t border-subtle px-4">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3.5 w-64 max-w-full" />
          </div>
        )}
      />
    </Card>
  </>
)
