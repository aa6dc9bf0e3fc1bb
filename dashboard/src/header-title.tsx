import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

const useSlot = create<{ element: HTMLElement | null }>()(() => ({ element: null }))

/** Marks the position of the load page's title in the top bar. */
export const HeaderTitleSlot = () => (
  <div ref={(element) => useSlot.setState({ element })} className="min-w-0 truncate" />
)

/** Renders a page's title in the top bar. */
export function HeaderTitle({ children }: { children: ReactNode }) {
  const { element } = useSlot()
  return element && createPortal(<h1 className="truncate text-lead font-semibold">{children}</h1>, element)
}
