import { countOf } from '@loadping/contract/format/counts'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { Download, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { BulkBar, BulkButton } from '../../ui/list/bulk-bar.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { exportTemplates } from '../files/template-export.ts'
import { useDeleteTemplates } from '../template-changes.data.ts'

const LabelDialog = lazyPart(async () => (await import('./label-dialog.tsx')).LabelDialog)

type TemplateBulkBarProps = { templates: ListedTemplate[]; labels: string[]; onClear: () => void }

/** What can be done with all selected templates. The Default template is never deleted with them. */
export function TemplateBulkBar({ templates, labels, onClear }: TemplateBulkBarProps) {
  const [isLabeling, setIsLabeling] = useState(false)
  const { mutate: remove, isPending } = useDeleteTemplates()
  const deletable = templates.filter(({ isDefault }) => !isDefault)
  return (
    <>
      <div aria-hidden="true" className="h-14 max-sm:hidden" />
      <BulkBar label="Selected templates" count={countOf(templates.length, 'template')} onClear={onClear}>
        <BulkButton icon={Tag} onClick={() => setIsLabeling(true)}>
          Labels
        </BulkButton>
        <Menu
          label="Export"
          entries={(['csv', 'json'] as const).map((kind) => ({
            id: kind,
            label: kind.toUpperCase(),
            onChoose: () => exportTemplates(templates, kind),
          }))}
          trigger={(opener) => (
            <BulkButton {...opener} icon={Download}>
              Export
            </BulkButton>
          )}
        />
        <BulkButton
          icon={Trash2}
          disabled={isPending || deletable.length === 0}
          title={deletable.length < templates.length ? 'The Default template stays' : undefined}
          onClick={() => remove(deletable, { onSuccess: onClear })}
        >
          Delete
        </BulkButton>
      </BulkBar>
      {isLabeling && <LabelDialog templates={templates} labels={labels} onClose={() => setIsLabeling(false)} />}
    </>
  )
}
