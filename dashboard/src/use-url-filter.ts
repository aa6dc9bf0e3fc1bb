import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'

/** The search of a list; without one it is empty. */
export const searchText = z.catch(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.slice(0, 100)),
  ),
  '',
)

/** One of the choices, or `all`, which also stands for a missing or unknown value. */
export const choiceOf = <const Choice extends string>(choices: readonly Choice[]) =>
  z.catch(z.union([z.enum(choices), z.literal('all')]), 'all' as const)

type Filter = { search: string } & Record<string, string>

/** A list's filter in the URL, read by its schema. A search replaces the history entry; other changes add one. */
export function useUrlFilter<F extends Filter>(schema: z.ZodMiniType<F>) {
  const [query, setQuery] = useSearchParams()
  const requested = useRef<string[]>([])

  useEffect(() => {
    const reached = requested.current.lastIndexOf(query.toString())
    requested.current = reached < 0 ? [] : requested.current.slice(reached + 1)
  }, [query])

  function setFilter(change: Partial<F>) {
    // The URL may not have reached the change before this one, which the router would then drop.
    const next = withParams(new URLSearchParams(requested.current.at(-1) ?? query), change)
    requested.current.push(next.toString())
    setQuery(next, {
      replace: change.search !== undefined,
      preventScrollReset: true,
    })
  }

  const linkTo = (change: Partial<F>): string => `?${withParams(query, change)}`
  return { filter: schema.parse(Object.fromEntries(query)), setFilter, linkTo }
}

/** Values that the user typed, for which `all` is a text like any other. */
const typed = ['search', 'label']

/** The query with some values changed; the defaults are left out: '', and `all` for a choice. */
export function withParams(query: URLSearchParams, change: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value = ''] of Object.entries(change)) {
    if (value === '' || (value === 'all' && !typed.includes(name))) next.delete(name)
    else next.set(name, value)
  }
  return next
}
