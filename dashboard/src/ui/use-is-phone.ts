import { useSyncExternalStore } from 'react'

const phone = '(max-width: 640px)'

function follow(onChange: () => void): () => void {
  const list = window.matchMedia(phone)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

/** Whether the window is as narrow as a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(follow, () => window.matchMedia(phone).matches)
