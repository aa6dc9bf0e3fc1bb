import { formatMiles } from '@loadping/contract/format/counts'
import { formatDollars } from '@loadping/contract/format/money'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { Building2, Clock, FileText, type LucideIcon, MapPin, Search, User } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { useNavigate } from 'react-router'
import { type Action, useOfferedActions } from '../actions.ts'
import { StatusBadge } from '../loads/load-display.parts.tsx'
import { paths } from '../paths.ts'
import { userIdOf } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import { useLoadedMembers } from '../team/team.data.ts'
import { useLoadedTemplates } from '../templates/templates.data.ts'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'
import { createFinder } from './find-entries.ts'
import { useFoundLoads } from './palette.data.ts'
import { keepRecent, type RecentEntry, readRecent } from './recent-entries.ts'

/** Something that the palette shows and does when it is chosen. */
type Entry = {
  id: string
  label: string
  words?: string
  aside?: string
  keys?: string
  badge?: ReactNode
  Icon: LucideIcon
  run: () => void
}
type Group = { title: string; entries: Entry[] }

const maxPerGroup = 8

type PaletteDialogProps = { actions: readonly Action[]; isCarrier: boolean; onClose: () => void }

/** Finds pages, actions, templates, people and loads by name, with typing errors, and opens or does what is chosen. */
export function PaletteDialog({ actions, isCarrier, onClose }: PaletteDialogProps) {
  const userId = useSession(userIdOf) ?? ''
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), []) // the dialog takes the focus of autoFocus
  const { groups, isSearching, isError } = useGroups({ actions, isCarrier, typed, userId })
  const entries = new Map(groups.flatMap((group) => group.entries).map((entry) => [entry.id, entry]))

  function choose(id: string) {
    const entry = entries.get(id)
    if (!entry) return
    const { label, aside } = entry
    keepRecent(userId, { id, label, ...(aside && { aside }) })
    onClose()
    setTimeout(entry.run) // once the dialog has returned the focus
  }

  return (
    <Dialog onClose={onClose} isHigh className="flex max-h-[min(70dvh,560px)] w-160 flex-col">
      <DialogTitle className="sr-only">Search or jump to</DialogTitle>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label="Search or jump to" className="flex items-center gap-3 border-b border-default px-4">
          <Search size={18} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-secondary" />
          <Input
            ref={field}
            placeholder="Search or jump to…"
            maxLength={100}
            className="h-13 min-w-0 flex-1 bg-transparent text-lead outline-none placeholder:text-secondary [&::-webkit-search-cancel-button]:hidden"
          />
          <button type="button" aria-label="Close" onClick={onClose} className="max-sm:min-h-11">
            <Key>Esc</Key>
          </button>
        </SearchField>
        <ListBox
          aria-label="Results"
          onAction={(id) => choose(String(id))}
          className="min-h-0 flex-1 overflow-y-auto p-1.5 outline-none"
          renderEmptyState={() => <NothingFound typed={typed} isSearching={isSearching} />}
        >
          {groups.map(({ title, entries: shown }) => (
            <ListBoxSection key={title} id={title}>
              <Header className="px-3 pt-2 pb-1 text-caption text-secondary">{title}</Header>
              {shown.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </Autocomplete>
      <p
        role="status"
        className="flex items-center gap-4 border-t border-subtle bg-sunken px-4 py-2 text-caption text-secondary"
      >
        {isError ? (
          'Loads could not be searched. Type again to retry.'
        ) : (
          <span aria-hidden="true" className="contents max-sm:hidden">
            <Hint keys={['↑', '↓']} text="move" />
            <Hint keys={['↵']} text="open" />
          </span>
        )}
        <span aria-hidden="true" className="ml-auto flex items-center gap-1.5">
          <Key>?</Key> all shortcuts
        </span>
      </p>
    </Dialog>
  )
}

const EntryRow = ({ entry: { id, label, aside, keys, badge, Icon } }: { entry: Entry }) => (
  <ListBoxItem
    id={id}
    textValue={label}
    className="flex min-h-8.5 cursor-pointer items-center gap-2.5 rounded-sm px-3 py-1 outline-none max-sm:min-h-11 data-focused:bg-selected data-focused:shadow-[inset_2px_0_0_var(--color-accent)]"
  >
    <Icon size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-secondary" />
    <span className="min-w-0 truncate">
      <bdi className="font-medium">{label}</bdi>
      {aside && <bdi className="text-secondary"> {aside}</bdi>}
    </span>
    <span className="ml-auto flex shrink-0 items-center gap-1">
      {badge}
      {keys?.split(' ').map((key) => (
        <Key key={key}>{key}</Key>
      ))}
    </span>
  </ListBoxItem>
)

const NothingFound = ({ typed, isSearching }: { typed: string; isSearching: boolean }) => (
  <p className="px-3 py-6 text-center text-table text-secondary">
    {isSearching ? 'Searching your loads…' : `Nothing found for “${typed}”.`}
  </p>
)

const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded-xs border border-default bg-sunken px-1.5 py-0.5 font-sans text-micro text-secondary">
    {children}
  </kbd>
)

const Hint = ({ keys, text }: { keys: string[]; text: string }) => (
  <span className="flex items-center gap-1">
    {keys.map((key) => (
      <Key key={key}>{key}</Key>
    ))}
    {text}
  </span>
)

type Asked = { actions: readonly Action[]; isCarrier: boolean; typed: string; userId: string }

/** Returns what is shown for a text: without one what was chosen last, then all actions and pages. */
function useGroups({ actions, isCarrier, typed, userId }: Asked): {
  groups: Group[]
  isSearching: boolean
  isError: boolean
} {
  const all = [...useOfferedActions(), ...actions]
  const templates = useTemplateEntries()
  const people = usePeopleEntries()
  const openLoad = useOpenLoad()
  const [recent] = useState(() => readRecent(userId))
  const brokerEntry = useBrokerEntry()
  const { found: onServer, isSearching, isError } = useFoundLoads(isCarrier ? typed : '')
  const local: Group[] = [
    { title: 'Actions', entries: all.filter(({ group }) => group === 'Actions') },
    { title: 'Go to', entries: all.filter(({ group }) => group === 'Go to') },
    { title: 'Templates', entries: templates },
    { title: 'People', entries: people },
  ]
  const known = local.flatMap(({ entries }) => entries)
  if (typed.trim() === '') {
    const chosen = recent.flatMap((entry) => recentEntry(entry, known, openLoad) ?? [])
    return {
      groups: filled([{ title: 'Recent', entries: chosen }, ...without(local.slice(0, 2), chosen)]),
      isSearching,
      isError,
    }
  }
  const found = createFinder(known)(typed)
  const rankOf = ({ entries }: Group) => found.findIndex((entry) => entries.includes(entry))
  const groups = local
    .map(({ title, entries }) => ({
      title,
      entries: found.filter((entry) => entries.includes(entry)).slice(0, maxPerGroup),
    }))
    .sort((one, other) => rankOf(one) - rankOf(other))
  return {
    groups: filled([
      ...groups,
      { title: 'Loads', entries: (onServer?.loads ?? []).map((load) => loadEntry(load, openLoad)) },
      { title: 'Brokers', entries: (onServer?.brokers ?? []).map(brokerEntry) },
    ]),
    isSearching,
    isError,
  }
}

const filled = (groups: Group[]): Group[] => groups.filter(({ entries }) => entries.length > 0)

const without = (groups: Group[], shown: Entry[]): Group[] =>
  groups.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ id }) => !shown.some((entry) => entry.id === id)),
  }))

/** What was chosen earlier, if it still exists; a load is asked for only when it is opened. */
function recentEntry(entry: RecentEntry, known: Entry[], openLoad: (id: string) => void): Entry | undefined {
  const [kind, id = ''] = entry.id.split(' ')
  if (kind !== 'load') return known.find((one) => one.id === entry.id)
  const { label, aside = '' } = entry
  return { id: entry.id, label, aside, Icon: Clock, run: () => openLoad(id) }
}

function loadEntry({ id, facts, status }: SavedLoad, openLoad: (id: string) => void): Entry {
  const { origin, dest, tripMiles, company } = facts
  const cents = postedTotalCents(facts)
  const known = [tripMiles && formatMiles(tripMiles), cents && formatDollars(cents), company]
  return {
    id: `load ${id}`,
    label: `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`,
    aside: known.filter(Boolean).join(' · '),
    badge: <StatusBadge status={status} />,
    Icon: MapPin,
    run: () => openLoad(id),
  }
}

function useOpenLoad() {
  const navigate = useNavigate()
  return (id: string) => void navigate(paths.load(id))
}

function useBrokerEntry() {
  const navigate = useNavigate()
  return (name: string): Entry => ({
    id: `broker ${name}`,
    label: name,
    Icon: Building2,
    run: () => void navigate(`${paths.loads}?${new URLSearchParams({ broker: name })}`),
  })
}

function useTemplateEntries(): Entry[] {
  const navigate = useNavigate()
  return (useLoadedTemplates() ?? []).map(({ id, name, subject, isDefault }) => ({
    id: `template ${id}`,
    label: name,
    words: subject,
    ...(isDefault && { aside: 'Default' }),
    Icon: FileText,
    run: () => void navigate(paths.template(id)),
  }))
}

function usePeopleEntries(): Entry[] {
  const navigate = useNavigate()
  return (useLoadedMembers() ?? []).map(({ id, name, email }) => ({
    id: `person ${id}`,
    label: name ?? email,
    ...(name && { aside: email, words: email }),
    Icon: User,
    run: () => void navigate(paths.teamOf(email)),
  }))
}
