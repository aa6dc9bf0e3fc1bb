import { useLocation } from 'react-router'

/** Returns the current path with its query. */
export function useCurrentPath(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
