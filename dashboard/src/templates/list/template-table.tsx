import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMe } from '../../account/account.data.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { formatDayOrTime, useNow } from '../../ui/format-date.ts'
import { LoadMore } from '../../ui/list/load-more.tsx'
import { useFocusAfterRemoval } from '../../ui/list/row-focus.ts'
import { type Column, sortOf, type TemplateFilter } from './template-filter.ts'
import type { Selection } from './template-list.tsx'
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
  const head = { filter, onSort }
  return (
    <Card className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
      <table className="w-full table-fixed text-left text-table max-sm:block">
        <thead className="bg-sunken text-caption text-secondary max-sm:sr-only">
          <tr className="[&>th]:h-8 [&>th]:px-2 [&>th]:font-medium">
            <th scope="col" className="w-11 !pl-4">
              <Checkbox isChecked={selection.state} onChange={selection.toggleAll}>
                <span className="sr-only">Select all</span>
              </Checkbox>
            </th>
            <SortHead column="name" className="w-[24%]" {...head}>
              Name
            </SortHead>
            <SortHead column="subject" {...head}>
              Subject
            </SortHead>
            <SortHead column="labels" className="w-[16%]" {...head}>
              Labels
            </SortHead>
            <SortHead column="sent" isNumber className="w-18" {...head}>
              Sent
            </SortHead>
            <SortHead column="used" className="w-32" {...head}>
              Last used
            </SortHead>
            {isInTeam && (
              <SortHead column="owner" className="w-18" {...head}>
                Owner
              </SortHead>
            )}
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

type SortHeadProps = {
  column: Column
  filter: TemplateFilter
  onSort: (column: Column) => void
  isNumber?: boolean
  className?: string
  children: ReactNode
}

/** A column's head; a click sorts by it. The arrow shows only where it sorts. */
function SortHead({ column, filter, onSort, isNumber = false, className, children }: SortHeadProps) {
  const sort = sortOf(filter)
  const isSorted = sort?.column === column
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={className}
    >
      <button
        type="button"
        onClick={() => onSort(column)}
        className={`inline-flex h-8 max-w-full items-center gap-1 font-medium hover:text-primary ${isNumber ? 'w-full flex-row-reverse' : ''} ${isSorted ? 'text-primary' : ''}`}
      >
        {children}
        {isSorted && <Arrow size={12} strokeWidth={1.8} aria-hidden="true" className="shrink-0" />}
      </button>
    </th>
  )
}
