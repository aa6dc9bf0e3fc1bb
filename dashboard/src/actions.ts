import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { create } from 'zustand'

/** What a user can do from the command palette, and by its keys where it has some. */
export type Action = {
  id: string
  /** What the palette and the list of shortcuts call it. */
  label: string
  /** Other words by which people look for it. */
  words?: string
  /** As a person reads them: `?`, or one after the other: `G A`. */
  keys?: string
  Icon: LucideIcon
  group: 'Actions' | 'Go to' | 'Help'
  run: () => void
}

const useOffered = create<{ actions: readonly Action[] }>()(() => ({ actions: [] }))

/** What the page that is shown offers to the palette. */
export const useOfferedActions = (): readonly Action[] => useOffered((offered) => offered.actions)

/** Offers a page's own actions to the palette for as long as the page is shown. */
export function useOfferActions(actions: readonly Action[]): void {
  useEffect(() => useOffered.setState({ actions }), [actions])
  useEffect(() => () => useOffered.setState({ actions: [] }), [])
}
