import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'

type MenuEntry = { id: string; label: string; icon?: ReactNode; note?: string; tone?: 'danger'; isDisabled?: boolean; onChoose: () => void }

type MenuProps = { label: string; trigger: ReactNode; head?: ReactNode; entries: MenuEntry[]; chosen?: string }

/** A button that opens a list of actions; with `chosen` it is a list of choices of which one holds. */
export function Menu({ label, trigger, head, entries, chosen }: MenuProps) {
  const isChoice = chosen !== undefined
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement="bottom end" className="min-w-44 rounded-md border border-default bg-raised shadow-pop outline-none">
        {head && <div className="border-b border-subtle px-4 py-3">{head}</div>}
        <AriaMenu
          aria-label={label}
          className="p-1.5 outline-none"
          selectionMode={isChoice ? 'single' : 'none'}
          selectedKeys={isChoice ? [chosen] : []}
          disallowEmptySelection={isChoice}
        >
          {entries.map(({ id, label: text, icon, note, tone, isDisabled = false, onChoose }) => (
            <AriaMenuItem
              key={id}
              id={id}
              textValue={text}
              isDisabled={isDisabled}
              onAction={onChoose}
              className={`flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none focus:bg-hover disabled:text-muted max-sm:min-h-11 ${tone === 'danger' ? 'text-danger-text' : 'text-primary'}`}
            >
              {icon}
              <span className="flex-1">
                {text}
                {note && <span className="block text-caption text-muted">{note}</span>}
              </span>
              {chosen === id && <Check size={16} strokeWidth={1.6} aria-hidden="true" />}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
