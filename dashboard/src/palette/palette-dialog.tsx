import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import type { Action } from '../actions.ts'
import { userIdOf } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'
import type { Entry } from './entries.tsx'
import { keepRecent } from './recent-entries.ts'
import { useGroups } from './use-groups.ts'

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
