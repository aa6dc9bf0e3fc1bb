import { type ReactNode, useRef, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { MenuProps } from './menu-popover.tsx'

const MenuPopover = lazyPart(async () => (await import('./menu-popover.tsx')).MenuPopover)

/** The props of the button that opens a menu. */
export type Opener = { 'aria-haspopup': 'menu'; 'aria-expanded': boolean; onClick: () => void }

/** A button that opens a list of actions, or with `chosen` a list of choices with one selected. */
export function Menu({ trigger, ...menu }: MenuProps & { trigger: (opener: Opener) => ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <span ref={anchor} className="inline-flex">
        {trigger({ 'aria-haspopup': 'menu', 'aria-expanded': isOpen, onClick: () => setIsOpen(true) })}
      </span>
      {isOpen && <MenuPopover {...menu} anchor={anchor} onClose={() => setIsOpen(false)} />}
    </>
  )
}
