import { useSyncExternalStore } from 'react'

const phone = '(max-width: 640px)'
const stacked = '(max-width: 1024px)'

const follow = (query: string) => (onChange: () => void) => {
  const list = window.matchMedia(query)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}
const followPhone = follow(phone)
const followStacked = follow(stacked)

/** Whether the window is as narrow as a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(followPhone, () => window.matchMedia(phone).matches)

/** Whether the window is too narrow for columns beside each other. */
export const useIsStacked = (): boolean => useSyncExternalStore(followStacked, () => window.matchMedia(stacked).matches)
