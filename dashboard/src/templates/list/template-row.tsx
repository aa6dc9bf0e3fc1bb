import { equipmentClassNames } from '@loadping/contract/boards/equipment'
import { formatCount } from '@loadping/contract/format/counts'
import { nameStandard } from '@loadping/contract/templates/template-for-load'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { Copy, Users } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/figure.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { InitialsBadge } from '../../ui/initials-badge.tsx'
import { PlaceholderText } from '../placeholder-text.tsx'
import { useDuplicateTemplate } from '../template-changes.data.ts'
import { TemplateMenu } from './template-menu.tsx'

type TemplateRowProps = {
  template: ListedTemplate
  isInTeam: boolean
  myEmail: string
  /** When it was last used, as text; null if never. */
  lastUsed: string | null
  isSelected: boolean
  onSelect: (id: string) => void
}

const rowStyle =
  'group border-t border-subtle has-[a:focus-visible]:outline has-[a:focus-visible]:-outline-offset-1 has-[a:focus-visible]:outline-focus max-sm:relative max-sm:block max-sm:rounded-md max-sm:border max-sm:border-default max-sm:bg-surface max-sm:p-4 max-sm:pr-14 [&>td]:h-11 [&>td]:px-2 max-sm:[&>td]:block max-sm:[&>td]:h-auto max-sm:[&>td]:p-0'

/** One template. It renders again only when it changes, because there can be hundreds. */
export const TemplateRow = memo(function TemplateRow(props: TemplateRowProps) {
  const { template, isInTeam, isSelected, onSelect, lastUsed } = props
  const { id, name, subject, labels, sent, owner } = template
  return (
    <tr data-id={id} className={`${rowStyle} ${isSelected ? 'bg-selected' : 'hover:bg-hover'}`}>
      <td className="!pl-4 max-sm:!hidden">
        {owner === null && (
          <Checkbox isChecked={isSelected} onChange={() => onSelect(id)}>
            <span className="sr-only">Select {name}</span>
          </Checkbox>
        )}
      </td>
      <td>
        <NameCell template={template} />
      </td>
      <td className="truncate text-secondary max-sm:mt-1 max-sm:whitespace-normal" title={subject}>
        <bdi>{subject ? <PlaceholderText text={subject} /> : <EmptyValue />}</bdi>
      </td>
      <td className="max-sm:mt-2">
        <Labels labels={labels} />
      </td>
      <td className="tabular-nums text-right max-sm:mt-2 max-sm:!inline-block">
        <span className="text-secondary sm:hidden">Sent </span>
        {formatCount(sent)}
      </td>
      <td className="tabular-nums text-secondary max-sm:mt-2 max-sm:ml-5 max-sm:!inline-block">
        <span className="sm:hidden">Last used </span>
        {lastUsed ?? <EmptyValue />}
      </td>
      {isInTeam && (
        <td className="max-sm:!hidden">
          <Owner {...props} />
        </td>
      )}
      <td className="!px-1 text-right max-sm:absolute max-sm:top-2 max-sm:right-2">
        <span className="inline-flex justify-end">
          <DuplicateButton id={id} name={name} />
          <TemplateMenu template={template} isInTeam={isInTeam} />
        </span>
      </td>
    </tr>
  )
})

const NameCell = ({
  template: { id, name, isDefault, equipment = [], isShared, owner },
}: {
  template: ListedTemplate
}) => (
  <span className="flex items-center gap-2">
    <Link
      to={paths.template(id)}
      data-row-link
      title={name}
      className="min-w-0 scroll-my-24 truncate font-medium outline-none hover:underline max-sm:text-lead max-sm:font-semibold"
    >
      <bdi>{name}</bdi>
    </Link>
    {isDefault && <Badge tone="accent">Default</Badge>}
    {equipment[0] && (
      <span title={`This is ${nameStandard(equipment)}`} className="shrink-0">
        <Badge>
          {equipmentClassNames[equipment[0]]}
          {equipment.length > 1 && ` +${equipment.length - 1}`}
        </Badge>
      </span>
    )}
    {isShared && owner === null && (
      <span title="Shared with your team" className="shrink-0 text-secondary">
        <Users size={14} strokeWidth={1.6} aria-hidden="true" />
        <span className="sr-only">Shared with your team</span>
      </span>
    )}
    {owner && (
      <span className="truncate text-caption text-secondary sm:hidden">
        Shared by <bdi>{owner.name}</bdi>
      </span>
    )}
  </span>
)

const maxShownLabels = 2

const Labels = ({ labels }: { labels: string[] }) => (
  <span className="flex gap-1 overflow-hidden">
    {labels.slice(0, maxShownLabels).map((label) => (
      <span key={label} title={label} className="min-w-0 [&>span]:block [&>span]:truncate [&>span]:leading-5">
        <Badge>
          <bdi>{label}</bdi>
        </Badge>
      </span>
    ))}
    {labels.length > maxShownLabels && (
      <span title={labels.slice(maxShownLabels).join(', ')} className="shrink-0">
        <Badge>
          +{labels.length - maxShownLabels}
          <span className="sr-only">: {labels.slice(maxShownLabels).join(', ')}</span>
        </Badge>
      </span>
    )}
  </span>
)

function Owner({ template: { owner }, myEmail }: TemplateRowProps) {
  const name = owner?.name ?? 'You'
  return (
    <span title={owner ? `Shared by ${name}` : name} className="inline-flex">
      <InitialsBadge name={owner?.name ?? myEmail} toneKey={owner?.userId ?? myEmail} className="size-6" />
      <span className="sr-only">{owner ? `Shared by ${name}` : name}</span>
    </span>
  )
}

/** A shortcut for what the menu also has, for a row that is pointed at or has the focus. */
function DuplicateButton({ id, name }: { id: string; name: string }) {
  const { mutate, isPending } = useDuplicateTemplate()
  return (
    <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-sm:hidden">
      <IconButton label={`Duplicate ${name}`} disabled={isPending} onClick={() => mutate(id)}>
        <Copy size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
