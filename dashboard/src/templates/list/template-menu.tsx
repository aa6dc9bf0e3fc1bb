import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { Copy, Download, Ellipsis, Eye, Pencil, Send, Trash2, Truck, UserMinus, Users } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { exportTemplates } from '../files/template-export.ts'
import { StandardDialog } from '../standard-dialog.tsx'
import {
  useDeleteTemplates,
  useDuplicateTemplate,
  useSetDefaultTemplate,
  useShareTemplate,
} from '../template-changes.data.ts'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** What can be done with one template: with a teammate's, only what leaves it as it is. */
export function TemplateMenu({ template, isInTeam }: { template: ListedTemplate; isInTeam: boolean }) {
  const { id, name, owner } = template
  const navigate = useNavigate()
  const { mutate: duplicate } = useDuplicateTemplate()
  const [isChoosing, setChoosing] = useState(false)
  const ownEntries = useOwnEntries(template, isInTeam, () => setChoosing(true))
  const isMine = owner === null
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        trigger={(opener) => (
          <IconButton {...opener} label={`Actions for ${name}`}>
            <Ellipsis {...icon} />
          </IconButton>
        )}
        entries={[
          {
            id: 'edit',
            label: isMine ? 'Edit' : 'View',
            icon: isMine ? <Pencil {...icon} /> : <Eye {...icon} />,
            onChoose: () => void navigate(paths.template(id)),
          },
          {
            id: 'duplicate',
            label: isMine ? 'Duplicate' : 'Copy to my templates',
            icon: <Copy {...icon} />,
            onChoose: () => duplicate(id),
          },
          ...(isMine ? ownEntries.changes : []),
          ...(['csv', 'json'] as const).map((kind) => ({
            id: kind,
            label: `Export ${kind.toUpperCase()}`,
            icon: <Download {...icon} />,
            onChoose: () => exportTemplates([template], kind),
          })),
          ...(isMine ? [ownEntries.delete] : []),
        ]}
      />
      {isChoosing && <StandardDialog template={template} onClose={() => setChoosing(false)} />}
    </>
  )
}

function useOwnEntries(template: ListedTemplate, isInTeam: boolean, onStandard: () => void) {
  const { id, isDefault, isShared } = template
  const { mutate: setDefault } = useSetDefaultTemplate()
  const { mutate: share } = useShareTemplate()
  const { mutate: remove } = useDeleteTemplates()
  return {
    changes: [
      ...(isDefault
        ? []
        : [{ id: 'default', label: 'Make default', icon: <Send {...icon} />, onChoose: () => setDefault(id) }]),
      { id: 'standard', label: 'Standard for equipment', icon: <Truck {...icon} />, onChoose: onStandard },
      ...(isInTeam
        ? [
            {
              id: 'share',
              label: isShared ? 'Stop sharing' : 'Share with team',
              icon: isShared ? <UserMinus {...icon} /> : <Users {...icon} />,
              onChoose: () => share({ id, isShared: !isShared }),
            },
          ]
        : []),
    ],
    delete: {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 {...icon} />,
      isDisabled: isDefault,
      onChoose: () => remove([template]),
      ...(isDefault ? { note: "The Default template can't be deleted" } : { tone: 'danger' as const }),
    },
  }
}
