import { brand } from '@loadping/contract/brand'
import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { createFinder } from '../palette/find-entries.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { NoResults } from '../ui/list/no-results.tsx'
import { SearchField } from '../ui/list/search-field.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { searchText, useUrlFilter } from '../use-url-filter.ts'
import { helpGroups } from './help-groups.ts'
import { parseSpans, textsOf } from './help-text.ts'
import { type HelpName, helpPage } from './pages.ts'
import { helpTexts } from './texts.ts'

const Filter = z.object({ search: searchText })
const allNames = helpGroups.flatMap(({ names }) => names)

/** Every help page by what it is for, with a search in their texts. */
export function HelpIndex() {
  const { filter, setFilter } = useUrlFilter(Filter)
  const find = useMemo(() => createFinder(allNames.map(entryOf)), [])
  const search = filter.search.trim()
  const found = search === '' ? undefined : find(search).map(({ id }) => id)
  return (
    <div className="mx-auto max-w-220">
      <title>{`Help · ${brand.name}`}</title>
      <PageHead title="Help" context="Short answers, with pictures of the product" />
      <SearchField
        label="Search help"
        value={filter.search}
        onValue={(typed) => setFilter({ search: typed })}
        shortcut="/"
        className="mb-5 max-w-105"
      />
      {found === undefined ? (
        <div className="flex flex-col gap-4">
          {helpGroups.map(({ title, names }) => (
            <Card key={title} title={title}>
              <PageLinks names={names} />
            </Card>
          ))}
        </div>
      ) : (
        <Card>
          {found.length > 0 ? (
            <PageLinks names={found} />
          ) : (
            <NoResults
              text={`No help page mentions “${search}”.`}
              clearLabel="Show all pages"
              onClear={() => setFilter({ search: '' })}
            />
          )}
        </Card>
      )}
      <p className="mt-5 text-table text-secondary">
        Something missing? Write to{' '}
        <a href={paths.supportEmail('Help')} className="text-accent-text underline underline-offset-3">
          {brand.supportAddress}
        </a>
        .
      </p>
    </div>
  )
}

const PageLinks = ({ names }: { names: HelpName[] }) => (
  <ul>
    {names.map((name) => (
      <li key={name} className="border-b border-subtle last:border-0">
        <Link to={helpPage(name).path} className="flex items-center gap-4 px-4 py-3 -outline-offset-2 hover:bg-hover">
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{helpPage(name).title}</span>
            <span className="mt-0.5 block text-table text-secondary">{helpTexts[name].intro}</span>
          </span>
          <ChevronRight size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-muted" />
        </Link>
      </li>
    ))}
  </ul>
)

/** What the search looks at: the title first, then all that the page says. */
function entryOf(name: HelpName) {
  const { title, words } = helpPage(name)
  const { intro, parts } = helpTexts[name]
  const texts = parts.flatMap((part) => [part.title, ...textsOf(part)])
  return { id: name, label: title, words: [words, plain(intro), ...texts.map(plain)].join(' ') }
}

const plain = (text: string): string =>
  parseSpans(text)
    .map((span) => span.text)
    .join('')
