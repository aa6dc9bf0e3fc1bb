import { countOf } from '@loadping/contract/format/counts'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { Download } from 'lucide-react'
import { useDeferredValue } from 'react'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { ChoiceMenu } from '../../ui/list/choice-menu.tsx'
import { ListToolbar, ShownCount } from '../../ui/list/list-toolbar.tsx'
import { NoResults } from '../../ui/list/no-results.tsx'
import { focusRow } from '../../ui/list/row-focus.ts'
import { useSelection } from '../../ui/list/use-selection.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { useUrlFilter } from '../../use-url-filter.ts'
import { exportTemplates } from '../files/template-export.ts'
import { rowLink } from '../template-changes.data.ts'
import { TemplateBulkBar } from './template-bulk-bar.tsx'
import { filterTemplates, labelsOf, ownersOf, sortAfterClick, TemplateFilter } from './template-filter.ts'
import { TemplateTable } from './template-table.tsx'

/** The templates with a search, filters, an order and what can be done with several at once. */
export function TemplateList({ templates }: { templates: ListedTemplate[] }) {
  const { filter, setFilter } = useUrlFilter(TemplateFilter)
  const shownTemplates = filterTemplates(templates, useDeferredValue(filter))
  const selection = useSelection(shownTemplates.filter(isOwn))
  useShortcut('j', () => focusRow(1, rowLink))
  useShortcut('k', () => focusRow(-1, rowLink))
  useShortcut('x', selection.toggleFocused)
  useShortcut('Escape', selection.clear)

  return (
    <>
      <Toolbar templates={templates} shownTemplates={shownTemplates} filter={filter} onFilter={setFilter} />
      {shownTemplates.length === 0 ? (
        <Card>
          <NoResults
            text="No template matches your search and filters."
            onClear={() => setFilter({ search: '', label: '', owner: 'all' })}
          />
        </Card>
      ) : (
        <TemplateTable
          templates={shownTemplates}
          filter={filter}
          onSort={(column) => setFilter({ sort: sortAfterClick(filter, column) })}
          selection={selection}
        />
      )}
      {selection.rows.length > 0 && (
        <TemplateBulkBar
          templates={selection.rows}
          labels={labelsOf(templates.filter(isOwn))}
          onClear={selection.clear}
        />
      )}
    </>
  )
}

/** Only the user's own templates can be changed, and so selected. */
const isOwn = ({ owner }: ListedTemplate): boolean => owner === null

const exportKinds = [
  { kind: 'csv', label: 'CSV, for spreadsheets' },
  { kind: 'json', label: 'JSON' },
] as const

type ToolbarProps = {
  templates: ListedTemplate[]
  shownTemplates: ListedTemplate[]
  filter: TemplateFilter
  onFilter: (change: Partial<TemplateFilter>) => void
}

function Toolbar({ templates, shownTemplates, filter, onFilter }: ToolbarProps) {
  const labels = labelsOf(templates)
  const owners = ownersOf(templates)
  return (
    <ListToolbar
      searchLabel="Search name, subject, label"
      search={filter.search}
      onSearch={(search) => onFilter({ search })}
      className="mb-3"
    >
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
      <ShownCount>
        {shownTemplates.length < templates.length && `${countOf(shownTemplates.length, 'template')} shown`}
      </ShownCount>
      <Menu
        label="Export"
        entries={exportKinds.map(({ kind, label }) => ({
          id: kind,
          label,
          onChoose: () => exportTemplates(shownTemplates, kind),
        }))}
        trigger={(opener) => (
          <button {...opener} type="button" className={`${buttonStyle('secondary')} max-sm:hidden`}>
            <Download size={16} strokeWidth={1.6} aria-hidden="true" />
            Export
          </button>
        )}
      />
    </ListToolbar>
  )
}
