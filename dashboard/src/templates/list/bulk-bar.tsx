import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { Download, Tag, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../ui/format-count.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { exportTemplates } from '../files/template-export.ts'
import { useDeleteTemplates } from '../template-changes.data.ts'

const LabelDialog = lazyPart(async () => (await import('./label-dialog.tsx')).LabelDialog)

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }
const buttonStyle =
  'inline-flex h-8 items-center gap-2 rounded-sm px-2.5 text-table font-medium hover:bg-on-inverse/15 disabled:opacity-60'

type BulkBarProps = { templates: ListedTemplate[]; labels: string[]; onClear: () => void }

/** What can be done with all selected templates. The Default template is never deleted with them. */
export function BulkBar({ templates, labels, onClear }: BulkBarProps) {
  const [isLabeling, setIsLabeling] = useState(false)
  const { mutate: remove, isPending } = useDeleteTemplates()
  const deletable = templates.filter(({ isDefault }) => !isDefault)
  return (
    <>
      <div aria-hidden="true" className="h-14 max-sm:hidden" />
      <div
        role="toolbar"
        aria-label="Selected templates"
        className="fixed bottom-6 left-1/2 z-30 flex h-12 -translate-x-1/2 items-center gap-1 rounded-md bg-inverse px-2 text-on-inverse shadow-modal max-sm:hidden"
      >
        <p role="status" className="tabular-nums px-2 text-table font-medium whitespace-nowrap">
          {formatCount(templates.length, 'template')} selected
        </p>
        <button type="button" className={buttonStyle} onClick={() => setIsLabeling(true)}>
          <Tag {...icon} />
          Labels
        </button>
        <Menu
          label="Export"
          entries={(['csv', 'json'] as const).map((kind) => ({
            id: kind,
            label: kind.toUpperCase(),
            onChoose: () => exportTemplates(templates, kind),
          }))}
          trigger={(opener) => (
            <button {...opener} type="button" className={buttonStyle}>
              <Download {...icon} />
              Export
            </button>
          )}
        />
        <button
          type="button"
          className={buttonStyle}
          disabled={isPending || deletable.length === 0}
          title={deletable.length < templates.length ? 'The Default template stays' : undefined}
          onClick={() => remove(deletable, { onSuccess: onClear })}
        >
          <Trash2 {...icon} />
          Delete
        </button>
        <button type="button" aria-label="Clear the selection" className={`${buttonStyle} px-2`} onClick={onClear}>
          <X {...icon} />
        </button>
      </div>
      {isLabeling && <LabelDialog templates={templates} labels={labels} onClose={() => setIsLabeling(false)} />}
    </>
  )
}
