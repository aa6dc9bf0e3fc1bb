import { formatDayOrTime } from '@loadping/contract/format/instants'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { useState } from 'react'
import { useMe } from '../../account/account.data.ts'
import { Card } from '../../ui/card.tsx'
import { ColumnHead, SelectionHead } from '../../ui/list/column-head.tsx'
import { LoadMore } from '../../ui/list/load-more.tsx'
import { useFocusAfterRemoval } from '../../ui/list/row-focus.ts'
import type { Selection } from '../../ui/list/use-selection.ts'
import { useNow } from '../../ui/use-now.ts'
import { type Column, sortOf, type TemplateFilter } from './template-filter.ts'
import { TemplateRow } from './template-row.tsx'

type TemplateTableProps = {
  templates: ListedTemplate[]
  filter: TemplateFilter
  onSort: (column: Column) => void
  selection: Selection
}

/** More rows at once would slow down typing and selecting. */
const pageSize = 100

/** The templates as rows, on a phone as cards. Members of a team also see whose they are. */
export function TemplateTable({ templates, filter, onSort, selection }: TemplateTableProps) {
  const { email, organizationId } = useMe().data
  const isInTeam = organizationId !== null
  const [limit, setLimit] = useState(pageSize)
  const body = useFocusAfterRemoval<HTMLTableSectionElement>(templates.length)
  const now = useNow(60_000)
  const head = { sorting: sortOf(filter), onSort }
  return (
    <Card className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
      <table className="w-full table-fixed text-left text-table max-sm:block">
        <thead className="bg-sunken text-caption text-secondary max-sm:sr-only">
          <tr className="[&>th]:h-8 [&>th]:px-2 [&>th]:font-medium">
            <SelectionHead selection={selection} className="w-11 !pl-4" />
            <ColumnHead {...head} label="Name" sort="name" className="w-[24%]" />
            <ColumnHead {...head} label="Subject" sort="subject" />
            <ColumnHead {...head} label="Labels" sort="labels" className="w-[16%]" />
            <ColumnHead {...head} label="Sent" sort="sent" isNumber className="w-18" />
            <ColumnHead {...head} label="Last used" sort="used" className="w-32" />
            {isInTeam && <ColumnHead {...head} label="Owner" sort="owner" className="w-18" />}
            <th scope="col" className="w-20">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} tabIndex={-1} className="outline-none max-sm:flex max-sm:flex-col max-sm:gap-2">
          {templates.slice(0, limit).map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              isInTeam={isInTeam}
              myEmail={email}
              lastUsed={template.lastUsedAt && formatDayOrTime(new Date(template.lastUsedAt), now)}
              isSelected={selection.ids.has(template.id)}
              onSelect={selection.toggle}
            />
          ))}
        </tbody>
      </table>
      <LoadMore
        failure=""
        hasNextPage={templates.length > limit}
        isFetchingNextPage={false}
        isFetchNextPageError={false}
        fetchNextPage={() => setLimit(limit + pageSize)}
      />
    </Card>
  )
}
