import { create } from 'zustand'
import { browserStorage } from '../session/browser-storage.ts'

const sidebarKey = 'loadping.sidebar'

/** Whether the sidebar is collapsed to its icons; stored in this browser. */
export const useSidebar = create<{ isCollapsed: boolean }>()(() => ({
  isCollapsed: browserStorage.read(sidebarKey) === 'collapsed',
}))

export function toggleSidebar(): void {
  const isCollapsed = !useSidebar.getState().isCollapsed
  useSidebar.setState({ isCollapsed })
  browserStorage.write(sidebarKey, isCollapsed ? 'collapsed' : 'expanded')
}
