import { create } from 'zustand'
import { browserStorage } from '../session/browser-storage.ts'

const foldedKey = 'loadping.sidebar'

/** Whether the sidebar is folded to its icons; remembered in this browser. */
export const useSidebar = create<{ isCollapsed: boolean }>()(() => ({
  isCollapsed: browserStorage.read(foldedKey) === 'folded',
}))

export function toggleSidebar(): void {
  const isCollapsed = !useSidebar.getState().isCollapsed
  useSidebar.setState({ isCollapsed })
  browserStorage.write(foldedKey, isCollapsed ? 'folded' : 'open')
}
