import { type Member, MemberStatus, Role } from '@loadping/contract/team'
import { useSearchParams } from 'react-router'

export type TeamFilter = { search: string; status: MemberStatus | 'all'; role: Role | 'all' }

/** Nothing is filtered out (3.5). */
export const noFilter: TeamFilter = { search: '', status: 'all', role: 'all' }

/** What the address asks for; an empty or unknown value counts as none. */
const readFilter = (query: URLSearchParams): TeamFilter => ({
  search: query.get('search') ?? noFilter.search,
  status: MemberStatus.safeParse(query.get('status')).data ?? noFilter.status,
  role: Role.safeParse(query.get('role')).data ?? noFilter.role,
})

/** The members that a filter shows. */
export function filterMembers(members: Member[], { search, status, role }: TeamFilter): Member[] {
  const wanted = search.trim().toLowerCase()
  return members.filter(
    (member) =>
      (status === 'all' || member.status === status) &&
      (role === 'all' || member.role === role) &&
      (wanted === '' || [member.name ?? '', member.email].some((text) => text.toLowerCase().includes(wanted))),
  )
}

/** The filter in the address, where defaults are left out. A search takes the place of the one before; the rest can be gone back to. */
export function useTeamFilter() {
  const [query, setQuery] = useSearchParams()

  function setFilter(change: Partial<TeamFilter>) {
    setQuery(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries({ ...readFilter(current), ...change })) {
          if (value === '' || value === 'all') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: change.search !== undefined, preventScrollReset: true },
    )
  }

  return { filter: readFilter(query), setFilter }
}
