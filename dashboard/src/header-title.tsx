import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

type Slots = { title: HTMLElement | null; actions: HTMLElement | null }

const useSlots = create<Slots>()(() => ({ title: null, actions: null }))

/** Marks the position of the load page's title in the top bar; a phone has it on the page. */
export const HeaderTitleSlot = () => (
  <div ref={(title) => useSlots.setState({ title })} className="min-w-0 truncate max-sm:sr-only" />
)

/** Marks the position of the load page's buttons in the top bar. */
export const HeaderActionsSlot = () => (
  <div ref={(actions) => useSlots.setState({ actions })} className="mr-2 flex shrink-0 items-center gap-2" />
)

/** Renders a page's title in the top bar. */
export function HeaderTitle({ children }: { children: ReactNode }) {
  const { title } = useSlots()
  return title && createPortal(<h1 className="truncate text-lead font-semibold">{children}</h1>, title)
}

/** Renders a page's buttons in the top bar. */
export function HeaderActions({ children }: { children: ReactNode }) {
  const { actions } = useSlots()
  return actions && createPortal(children, actions)
}
