import { useLocation } from 'react-router'

/** The address that somebody is on, with its query: where a sign-in leads back to. */
export function useCurrentPath(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
