import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

const useSlot = create<{ element: HTMLElement | null }>()(() => ({ element: null }))

/** Where the map page's title stands: in the header, beside its flag. */
export const HeaderTitleSlot = () => (
  <div ref={(element) => useSlot.setState({ element })} className="min-w-0 truncate" />
)

/** The title of a page that has its title in the header. */
export function HeaderTitle({ children }: { children: ReactNode }) {
  const { element } = useSlot()
  return element && createPortal(<h1 className="truncate text-lead font-semibold">{children}</h1>, element)
}
