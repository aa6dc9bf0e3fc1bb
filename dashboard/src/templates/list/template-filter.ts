import type { ListedTemplate } from '@loadping/contract/templates/templates'
import * as z from 'zod/mini'
import { nextSort, readSort, type Sorting, type SortOrder } from '../../ui/list/sort-order.ts'
import { choiceOf, searchText } from '../../use-url-filter.ts'

/** The columns to sort by. */
const columns = ['name', 'subject', 'labels', 'sent', 'used', 'owner'] as const
export type Column = (typeof columns)[number]

/** What the list shows, from its URL. The owner is `mine` or a teammate's id. */
export const TemplateFilter = z.object({
  search: searchText,
  label: z.catch(z.string().check(z.maxLength(40)), ''),
  owner: z.catch(z.string().check(z.maxLength(40)), 'all'),
  sort: choiceOf<SortOrder<Column>>([...columns, ...columns.map((column): SortOrder<Column> => `-${column}`)]),
})
export type TemplateFilter = z.infer<typeof TemplateFilter>

/** Returns the templates that the filter shows, in its order. */
export function filterTemplates(templates: ListedTemplate[], filter: TemplateFilter): ListedTemplate[] {
  const { search, label, owner } = filter
  const wanted = fold(search.trim())
  const shownTemplates = templates.filter(
    (template) =>
      (label === '' || template.labels.includes(label)) &&
      (owner === 'all' || owner === (template.owner?.userId ?? 'mine')) &&
      (wanted === '' ||
        [template.name, template.subject, ...template.labels].some((text) => fold(text).includes(wanted))),
  )
  const sorting = sortOf(filter)
  return sorting ? sortTemplates(shownTemplates, sorting) : shownTemplates
}

const fold = (text: string): string => text.toLowerCase().normalize('NFKC')

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

function sortTemplates(templates: ListedTemplate[], { column, isDescending }: Sorting<Column>): ListedTemplate[] {
  const compare = comparers[column]
  return templates.toSorted((one, other) => (isDescending ? compare(other, one) : compare(one, other)))
}

const comparers: Record<Column, (one: ListedTemplate, other: ListedTemplate) => number> = {
  name: (one, other) => collator.compare(one.name, other.name),
  subject: (one, other) => collator.compare(one.subject, other.subject),
  labels: (one, other) => collator.compare(one.labels.join(' '), other.labels.join(' ')),
  sent: (one, other) => one.sent - other.sent,
  used: (one, other) => (one.lastUsedAt ?? '').localeCompare(other.lastUsedAt ?? ''),
  owner: (one, other) => collator.compare(one.owner?.name ?? '', other.owner?.name ?? ''),
}

/** The column that the filter sorts by, and how; undefined in the order of the server. */
export const sortOf = ({ sort }: TemplateFilter): Sorting<Column> | undefined => readSort(sort, columns)

/** Numbers and times start with the largest. */
const firstDescending: Column[] = ['sent', 'used']

/** Returns the order after a click on a column's head; `all` for the server's. */
export const sortAfterClick = ({ sort }: TemplateFilter, column: Column): TemplateFilter['sort'] =>
  nextSort(sort, column, firstDescending.includes(column)) ?? 'all'

/** The labels of templates, each once, in alphabetical order. */
export const labelsOf = (templates: ListedTemplate[]): string[] =>
  [...new Set(templates.flatMap(({ labels }) => labels))].sort(collator.compare)

/** The teammates who share templates, by name. */
export const ownersOf = (templates: ListedTemplate[]): { userId: string; name: string }[] =>
  [...new Map(templates.flatMap(({ owner }) => (owner ? [[owner.userId, owner]] : []))).values()].sort((one, other) =>
    collator.compare(one.name, other.name),
  )
