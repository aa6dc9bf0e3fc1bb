import { isSnippet, type PlaceholderName, placeholderTitle } from '@loadping/contract/templates/placeholder-titles'
import { useState } from 'react'
import { useUserType } from '../../account/account.data.ts'
import { useSnippetPlaceholders } from '../../snippets/snippets.data.ts'
import { Card } from '../../ui/card.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { placeholderGuide, searchPlaceholders } from '../placeholder-guide.ts'

/** All placeholders by group; a click inserts one at the cursor, and each can be dragged into the text. */
export function PlaceholderList({ onInsert }: { onInsert: (name: string) => void }) {
  const [search, setSearch] = useState('')
  const names = searchPlaceholders(search, useUserType())
  const snippets = useSnippetPlaceholders().filter((name) => name.includes(search.trim().toLowerCase()))
  const groups = Map.groupBy(names, (name) => placeholderGuide[name].group)
  return (
    <Card
      title="Insert a placeholder"
      aside={
        <span className="max-sm:hidden">
          Click, drag, or type <kbd className="rounded-xs border border-default px-1 font-mono">{'{{'}</kbd>
        </span>
      }
    >
      <div className="border-b border-subtle px-4 py-3">
        <SearchField
          label="Search placeholders"
          value={search}
          onValue={setSearch}
          className="max-w-80 max-sm:max-w-full"
        />
      </div>
      <dl className="space-y-2.5 p-4">
        {[...groups].map(([group, found]) => (
          <div key={group} className="flex gap-4 max-sm:flex-col max-sm:gap-1.5">
            <dt className="w-20 shrink-0 pt-1 text-caption text-secondary">{group}</dt>
            <dd className="flex flex-wrap gap-1.5">
              {found.map((name) => (
                <Entry key={name} name={name} onInsert={onInsert} />
              ))}
            </dd>
          </div>
        ))}
        {snippets.length > 0 && (
          <div className="flex gap-4 max-sm:flex-col max-sm:gap-1.5">
            <dt className="w-20 shrink-0 pt-1 text-caption text-secondary">Snippets</dt>
            <dd className="flex flex-wrap gap-1.5">
              {snippets.map((name) => (
                <Entry key={name} name={name} onInsert={onInsert} />
              ))}
            </dd>
          </div>
        )}
      </dl>
      {names.length + snippets.length === 0 && (
        <p className="px-4 pb-4 text-table text-secondary">No placeholder matches “{search}”.</p>
      )}
    </Card>
  )
}

function Entry({ name, onInsert }: { name: PlaceholderName; onInsert: (name: string) => void }) {
  const title = placeholderTitle(name)
  const isClear = title.toLowerCase().replace(/^my /, '') === name.toLowerCase() || name.startsWith('postedLoad')
  return (
    <button
      type="button"
      draggable
      title={
        isSnippet(name)
          ? 'Your snippet'
          : `${placeholderGuide[name].meaning}, such as ${placeholderGuide[name].example}`
      }
      className="inline-flex h-7 cursor-grab items-center gap-1.5 rounded-sm border border-default bg-surface px-2 text-caption font-medium hover:bg-hover max-sm:h-9"
      onClick={() => onInsert(name)}
      onDragStart={({ dataTransfer }) => dataTransfer.setData('text/plain', `{{${name}}}`)}
    >
      {isSnippet(name) ? name.replace('snippet:', '') : name}
      {!isClear && !isSnippet(name) && !shortOnes.has(name) && <span className="font-normal text-muted">{title}</span>}
    </button>
  )
}

/** Those whose name says it all. */
const shortOnes = new Set(['origin', 'dest', 'load', 'truck', 'truckLocation', 'rate', 'trip', 'tripDO'])
