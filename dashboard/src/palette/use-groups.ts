import { Clock } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Action, useOfferedActions } from '../actions.ts'
import {
  type Entry,
  useBrokerEntry,
  useLoadEntry,
  useOpenLoad,
  usePeopleEntries,
  useTemplateEntries,
  useTruckEntries,
} from './entries.tsx'
import { createFinder, type Findable } from './find-entries.ts'
import { useFoundLoads } from './palette.data.ts'
import { type RecentEntry, readRecent } from './recent-entries.ts'

export type Group = { title: string; entries: Entry[] }

const maxPerGroup = 5

type Asked = { actions: readonly Action[]; isCarrier: boolean; typed: string; userId: string }

/** Returns what is shown for a text: without one what was chosen last, then all actions and pages. */
export function useGroups({ actions, isCarrier, typed, userId }: Asked): {
  groups: Group[]
  isSearching: boolean
  isError: boolean
} {
  const local = useLocalGroups(actions, isCarrier)
  const find = useFinder(local)
  const [recent] = useState(() => readRecent(userId))
  const { found, isSearching, isError } = useFoundLoads(isCarrier ? typed : '')
  const openLoad = useOpenLoad()
  const loadEntry = useLoadEntry()
  const brokerEntry = useBrokerEntry()
  const answer = (groups: Group[]) => ({
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching,
    isError,
  })
  if (typed.trim() === '') {
    const known = local.flatMap(({ entries }) => entries)
    const chosen = recent.flatMap((entry) => recentEntry(entry, { known, openLoad, brokerEntry }) ?? [])
    return answer([{ title: 'Recent', entries: chosen }, ...without(local.slice(0, 2), chosen)])
  }
  const groups = inGroups(local, find(typed))
  const onServer = [
    { title: 'Loads', entries: (found?.loads ?? []).map(loadEntry) },
    { title: 'Brokers', entries: (found?.brokers ?? []).map(brokerEntry) },
  ]
  // Last, because they come later: what Enter would choose must stay where it is.
  return answer([...groups, ...onServer])
}

/** What is found without the server; the first two groups are shown before anything is typed. */
function useLocalGroups(actions: readonly Action[], isCarrier: boolean): Group[] {
  const all = [...useOfferedActions(), ...actions]
  const trucks = useTruckEntries(isCarrier)
  return [
    { title: 'Actions', entries: [...all.filter(({ group }) => group === 'Actions'), ...trucks] },
    { title: 'Go to', entries: all.filter(({ group }) => group === 'Go to') },
    { title: 'Templates', entries: useTemplateEntries() },
    { title: 'People', entries: usePeopleEntries() },
    { title: 'Help', entries: all.filter(({ group }) => group === 'Help') },
  ]
}

/** Returns the finder of these entries, which is made again only when their texts change: that takes 20 keys' time. */
function useFinder(local: Group[]) {
  const templates = local.find(({ title }) => title === 'Templates')?.entries // the same list until it is loaded again
  const others = local.filter(({ title }) => title !== 'Templates').flatMap(({ entries }) => entries)
  const texts = JSON.stringify(others.map(({ id, label, words = '' }) => ({ id, label, words })))
  return useMemo(() => createFinder<Findable>([...JSON.parse(texts), ...(templates ?? [])]), [texts, templates])
}

/** Returns what was found in the groups that have it, each as long as it may be, the group of the best hit first. */
function inGroups(local: Group[], found: Findable[]): Group[] {
  const places = new Map(found.map(({ id }, place) => [id, place]))
  const placeOf = (entry: Entry | undefined) => places.get(entry?.id ?? '') ?? found.length
  return local
    .map(({ title, entries }) => {
      const hits = entries.filter(({ id }) => places.has(id)).sort((one, other) => placeOf(one) - placeOf(other))
      return { title, entries: hits.slice(0, maxPerGroup) }
    })
    .sort((one, other) => placeOf(one.entries[0]) - placeOf(other.entries[0]))
}

const without = (groups: Group[], shown: Entry[]): Group[] =>
  groups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ id }) => !shown.some((entry) => entry.id === id)),
  }))

type Openers = {
  known: Entry[]
  openLoad: (id: string) => void
  brokerEntry: (name: string) => Entry
}

/** What was chosen earlier, if it still exists; a load is asked for only when it is opened. */
function recentEntry(entry: RecentEntry, { known, openLoad, brokerEntry }: Openers): Entry | undefined {
  const { id, label, aside = '' } = entry
  if (id.startsWith('broker ')) return brokerEntry(label)
  if (!id.startsWith('load ')) return known.find((one) => one.id === id)
  return { id, label, aside, Icon: Clock, run: () => openLoad(id.slice('load '.length)) }
}
