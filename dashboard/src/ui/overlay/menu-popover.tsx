import { Check } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  note?: string
  aside?: string
  tone?: 'danger'
  isDisabled?: boolean
  staysOpen?: boolean
  /** Whether it leads to the page that is shown. */
  isCurrent?: boolean
  onChoose: () => void
}

export type MenuProps = {
  label: string
  head?: ReactNode
  entries: MenuEntry[]
  /** The entry that is chosen now, or all of them where several can be. */
  chosen?: string | readonly string[]
}

/** The list of a menu; it takes the focus and returns it when it closes. */
export function MenuPopover({
  label,
  head,
  entries,
  chosen,
  anchor,
  onClose,
}: MenuProps & { anchor: RefObject<Element | null>; onClose: () => void }) {
  const isSingle = typeof chosen === 'string'
  const chosenIds = isSingle ? [chosen] : (chosen ?? [])

  /** Focuses the menu's button first, so that a dialog opened by the action returns the focus there. */
  function closeAndDo(choose: () => void) {
    onClose()
    setTimeout(() => {
      anchor.current?.querySelector('button')?.focus()
      choose()
    })
  }

  return (
    <Popover
      triggerRef={anchor}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom end"
      aria-label={label}
      className="min-w-44 rounded-md border border-default bg-raised shadow-pop outline-none"
    >
      {head && <div className="border-b border-subtle px-4 py-3">{head}</div>}
      <AriaMenu
        aria-label={label}
        autoFocus="first"
        onClose={onClose}
        className="p-1.5 outline-none"
        selectionMode={isSingle ? 'single' : chosen ? 'multiple' : 'none'}
        selectedKeys={chosenIds}
        disallowEmptySelection={isSingle}
      >
        {entries.map(
          ({
            id,
            label: text,
            icon,
            note,
            aside,
            tone,
            isDisabled = false,
            staysOpen = false,
            isCurrent = false,
            onChoose,
          }) => (
            <AriaMenuItem
              key={id}
              id={id}
              textValue={text}
              isDisabled={isDisabled}
              render={(props) =>
                'href' in props ? <a {...props} /> : <div {...props} aria-current={isCurrent ? 'page' : undefined} />
              }
              shouldCloseOnSelect={!staysOpen}
              onAction={() => (staysOpen ? onChoose() : closeAndDo(onChoose))}
              className={`flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none focus:bg-hover disabled:text-muted aria-[current]:bg-selected aria-[current]:font-medium max-sm:min-h-11 ${tone === 'danger' ? 'text-danger-text' : 'text-primary'}`}
            >
              {icon}
              <span className="flex-1">
                {text}
                {note && <span className="block text-caption text-muted">{note}</span>}
              </span>
              {aside && <span className="text-caption text-secondary">{aside}</span>}
              {chosenIds.includes(id) && <Check size={16} strokeWidth={1.6} aria-hidden="true" />}
            </AriaMenuItem>
          ),
        )}
      </AriaMenu>
    </Popover>
  )
}
