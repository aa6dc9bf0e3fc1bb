import { EmailGroup } from '@loadping/contract/emails'
import { useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

const typingMilliseconds = 250

/** What the address narrows the list of messages to; without a group it is all of them. */
export type EmailFilter = { group: EmailGroup | undefined; search: string }

/** What the address asks for; an unknown group counts as none. */
const readFilter = (query: URLSearchParams): EmailFilter => ({
  group: EmailGroup.safeParse(query.get('group')).data,
  search: (query.get('search') ?? '').slice(0, 100),
})

/** The filter in the address. A search takes the place of the one before; a group can be gone back from. */
export function useEmailFilter() {
  const [query, setQuery] = useSearchParams()

  function setSearch(search: string) {
    setQuery((current) => withValue(current, 'search', search), { replace: true, preventScrollReset: true })
  }

  const addressOf = (group: EmailGroup | undefined): string => `?${withValue(query, 'group', group ?? '')}`
  return { filter: readFilter(query), setSearch, addressOf }
}

function withValue(query: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(query)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

/** What is searched for, once somebody stops typing; until its answer comes, what was found before stays. */
export function useSettledSearch(typed: string): string {
  const search = typed.trim()
  const [settled, setSettled] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), typingMilliseconds)
    return () => clearTimeout(timer)
  }, [search])
  return useDeferredValue(settled)
}
