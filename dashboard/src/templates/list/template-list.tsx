import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { Download, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { ChoiceMenu } from '../../ui/list/choice-menu.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { focusRow } from '../../ui/list/row-focus.ts'
import { SearchField } from '../../ui/list/search-field.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { useUrlFilter } from '../../use-url-filter.ts'
import { exportTemplates } from '../files/template-export.ts'
import { rowLink } from '../template-changes.data.ts'
import { BulkBar } from './bulk-bar.tsx'
import { filterTemplates, labelsOf, nextSort, ownersOf, TemplateFilter } from './template-filter.ts'
import { TemplateTable } from './template-table.tsx'

/** The templates with a search, filters, an order and what can be done with several at once. */
export function TemplateList({ templates }: { templates: ListedTemplate[] }) {
  const { filter, setFilter } = useUrlFilter(TemplateFilter)
  const shown = filterTemplates(templates, useDeferredValue(filter))
  const selection = useSelection(shown)
  useShortcut('j', () => focusRow(1, rowLink))
  useShortcut('k', () => focusRow(-1, rowLink))
  useShortcut('x', selection.toggleFocused)
  useShortcut('Escape', selection.clear)

  return (
    <>
      <Toolbar templates={templates} shown={shown} filter={filter} onFilter={setFilter} />
      {shown.length === 0 ? (
        <NoResults onClear={() => setFilter({ search: '', label: '', owner: 'all' })} />
      ) : (
        <TemplateTable
          templates={shown}
          filter={filter}
          onSort={(column) => setFilter({ sort: nextSort(filter, column) })}
          selection={selection}
        />
      )}
      {selection.templates.length > 0 && (
        <BulkBar
          templates={selection.templates}
          labels={labelsOf(templates.filter(({ owner }) => owner === null))}
          onClear={selection.clear}
        />
      )}
    </>
  )
}

export type Selection = ReturnType<typeof useSelection>

/** Which of the user's own templates are selected, among those shown. */
function useSelection(shown: ListedTemplate[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const own = shown.filter(({ owner }) => owner === null)
  const templates = own.filter(({ id }) => ids.has(id))
  const isAll = templates.length > 0 && templates.length === own.length

  function toggle(id: string) {
    setIds((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  }

  function toggleFocused() {
    const id = document.activeElement?.closest('tr')?.dataset['id']
    if (own.some((template) => template.id === id) && id) toggle(id)
  }

  return {
    templates,
    ids,
    state: isAll ? true : templates.length > 0 ? ('mixed' as const) : false,
    toggle,
    toggleFocused,
    toggleAll: () => setIds(isAll ? new Set() : new Set(own.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

const exportKinds = [
  { kind: 'csv', label: 'CSV, for spreadsheets' },
  { kind: 'json', label: 'JSON' },
] as const

type ToolbarProps = {
  templates: ListedTemplate[]
  shown: ListedTemplate[]
  filter: TemplateFilter
  onFilter: (change: Partial<TemplateFilter>) => void
}

function Toolbar({ templates, shown, filter, onFilter }: ToolbarProps) {
  const [labels, owners] = [labelsOf(templates), ownersOf(templates)]
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search name, subject, label"
        className="w-65 max-sm:w-full"
        shortcut="/"
        value={filter.search}
        onValue={(search) => onFilter({ search })}
      />
      {labels.length > 0 && (
        <ChoiceMenu
          label="Label"
          choices={[{ id: '', label: 'Any' }, ...labels.map((label) => ({ id: label, label }))]}
          chosen={filter.label}
          onChoose={(label) => onFilter({ label })}
        />
      )}
      {owners.length > 0 && (
        <ChoiceMenu
          label="Owner"
          choices={[
            { id: 'all', label: 'Anyone' },
            { id: 'mine', label: 'Mine' },
            ...owners.map(({ userId, name }) => ({ id: userId, label: name })),
          ]}
          chosen={filter.owner}
          onChoose={(owner) => onFilter({ owner })}
        />
      )}
      <p role="status" className="tabular-nums ml-auto text-caption text-secondary">
        {shown.length < templates.length && `${formatCount(shown.length, 'template')} shown`}
      </p>
      <Menu
        label="Export"
        entries={exportKinds.map(({ kind, label }) => ({
          id: kind,
          label,
          onChoose: () => exportTemplates(shown, kind),
        }))}
        trigger={(opener) => (
          <button {...opener} type="button" className={`${buttonStyle('secondary')} max-sm:hidden`}>
            <Download size={16} strokeWidth={1.6} aria-hidden="true" />
            Export
          </button>
        )}
      />
    </div>
  )
}

const NoResults = ({ onClear }: { onClear: () => void }) => (
  <Card>
    <EmptyState
      icon={<SearchX size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="No results"
      text="No template matches your search and filters."
    >
      <Button onPress={onClear}>Clear filters</Button>
    </EmptyState>
  </Card>
)
