import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type Sidebar = { isCollapsed: boolean }

/** Whether the sidebar is folded to its icons; remembered on this device. */
export const useSidebar = create<Sidebar>()(persist((): Sidebar => ({ isCollapsed: false }), { name: 'loadping.sidebar' }))

export function toggleSidebar(): void {
  useSidebar.setState(({ isCollapsed }) => ({ isCollapsed: !isCollapsed }))
}

/** Lets `[` fold the sidebar, outside of fields. */
export function useSidebarKey(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]')
      if (event.key === '[' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) toggleSidebar()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
}
