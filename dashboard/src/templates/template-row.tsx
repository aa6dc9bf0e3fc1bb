import type { Template } from '@loadping/contract/templates'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { PlaceholderText } from './placeholder-text.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

export function TemplateRow({ template, onDelete }: { template: Template; onDelete: () => void }) {
  const { id, name, subject, labels, isDefault } = template
  return (
    <tr className="border-t border-subtle hover:bg-hover max-sm:relative max-sm:block max-sm:rounded-md max-sm:border max-sm:border-default max-sm:bg-surface max-sm:p-4 max-sm:pr-14 [&>td]:h-11 [&>td]:px-4 max-sm:[&>td]:block max-sm:[&>td]:h-auto max-sm:[&>td]:p-0">
      <td>
        <span className="flex items-center gap-2">
          <Link
            to={paths.template(id)}
            className="truncate font-medium hover:underline max-sm:text-lead max-sm:font-semibold"
          >
            {name}
          </Link>
          {isDefault && <Badge tone="accent">Default</Badge>}
        </span>
      </td>
      <td className="truncate text-secondary max-sm:mt-1 max-sm:whitespace-normal">
        {subject ? <PlaceholderText text={subject} /> : <EmptyValue />}
      </td>
      <td>
        <span className="flex flex-wrap gap-1 max-sm:mt-2 max-sm:empty:hidden">
          {labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
        </span>
      </td>
      <td className="px-0 text-right max-sm:absolute max-sm:top-2 max-sm:right-2">
        <RowMenu template={template} onDelete={onDelete} />
      </td>
    </tr>
  )
}

function RowMenu({ template: { id, name, isDefault }, onDelete }: { template: Template; onDelete: () => void }) {
  const navigate = useNavigate()
  return (
    <Menu
      label={`Actions for ${name}`}
      trigger={(opener) => (
        <IconButton {...opener} label={`Actions for ${name}`}>
          <Ellipsis {...icon} />
        </IconButton>
      )}
      entries={[
        { id: 'edit', label: 'Edit', icon: <Pencil {...icon} />, onChoose: () => void navigate(paths.template(id)) },
        {
          id: 'delete',
          label: 'Delete',
          icon: <Trash2 {...icon} />,
          isDisabled: isDefault,
          onChoose: onDelete,
          ...(isDefault ? { note: "The Default template can't be deleted" } : { tone: 'danger' }),
        },
      ]}
    />
  )
}
