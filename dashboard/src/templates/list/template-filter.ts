import type { ListedTemplate } from '@loadping/contract/templates/templates'
import * as z from 'zod/mini'
import { choiceOf, searchText } from '../../use-url-filter.ts'

/** The columns to sort by. */
const columns = ['name', 'subject', 'labels', 'sent', 'used', 'owner'] as const
export type Column = (typeof columns)[number]
type Sort = Column | `-${Column}`

/** What the list shows, from its URL. The owner is `mine` or a teammate's id. */
export const TemplateFilter = z.object({
  search: searchText,
  label: z.catch(z.string().check(z.maxLength(40)), ''),
  owner: z.catch(z.string().check(z.maxLength(40)), 'all'),
  sort: choiceOf<Sort>([...columns, ...columns.map((column): Sort => `-${column}`)]),
})
export type TemplateFilter = z.infer<typeof TemplateFilter>

/** Returns the templates that the filter shows, in its order. */
export function filterTemplates(
  templates: ListedTemplate[],
  { search, label, owner, sort }: TemplateFilter,
): ListedTemplate[] {
  const wanted = fold(search.trim())
  const shown = templates.filter(
    (template) =>
      (label === '' || template.labels.includes(label)) &&
      (owner === 'all' || owner === (template.owner?.userId ?? 'mine')) &&
      (wanted === '' ||
        [template.name, template.subject, ...template.labels].some((text) => fold(text).includes(wanted))),
  )
  return sort === 'all' ? shown : sortTemplates(shown, sort)
}

const fold = (text: string): string => text.toLowerCase().normalize('NFKC')

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

function sortTemplates(templates: ListedTemplate[], sort: Sort): ListedTemplate[] {
  const compare = comparers[columnOf(sort)]
  return templates.toSorted((one, other) => (isDescending(sort) ? compare(other, one) : compare(one, other)))
}

const comparers: Record<Column, (one: ListedTemplate, other: ListedTemplate) => number> = {
  name: (one, other) => collator.compare(one.name, other.name),
  subject: (one, other) => collator.compare(one.subject, other.subject),
  labels: (one, other) => collator.compare(one.labels.join(' '), other.labels.join(' ')),
  sent: (one, other) => one.sent - other.sent,
  used: (one, other) => (one.lastUsedAt ?? '').localeCompare(other.lastUsedAt ?? ''),
  owner: (one, other) => collator.compare(one.owner?.name ?? '', other.owner?.name ?? ''),
}

const isDescending = (sort: Sort): boolean => sort.startsWith('-')
const columnOf = (sort: Sort): Column => columns.find((column) => sort === column || sort === `-${column}`) ?? 'name'

/** The column that the filter sorts by, and how; undefined in the order of the server. */
export function sortOf({ sort }: TemplateFilter): { column: Column; isDescending: boolean } | undefined {
  return sort === 'all' ? undefined : { column: columnOf(sort), isDescending: isDescending(sort) }
}

/** Numbers and times start with the largest. */
const firstDescending: Column[] = ['sent', 'used']

/** Returns the order after a click on a column's head: its first one, then the other one, then the server's. */
export function nextSort({ sort }: TemplateFilter, column: Column): TemplateFilter['sort'] {
  const [first, second]: [Sort, Sort] = firstDescending.includes(column)
    ? [`-${column}`, column]
    : [column, `-${column}`]
  if (sort === first) return second
  return sort === second ? 'all' : first
}

/** The labels of templates, each once, in alphabetical order. */
export const labelsOf = (templates: ListedTemplate[]): string[] =>
  [...new Set(templates.flatMap(({ labels }) => labels))].sort(collator.compare)

/** The teammates who share templates, by name. */
export const ownersOf = (templates: ListedTemplate[]): { userId: string; name: string }[] =>
  [...new Map(templates.flatMap(({ owner }) => (owner ? [[owner.userId, owner]] : []))).values()].sort((one, other) =>
    collator.compare(one.name, other.name),
  )
