import { Search as SearchIcon } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Action } from '../actions.ts'
import { userIdOf } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'
import type { Entry } from './entries.tsx'
import { keepRecent } from './recent-entries.ts'
import { Key, ResultList } from './result-list.tsx'
import { useGroups } from './use-groups.ts'

type PaletteDialogProps = {
  actions: readonly Action[]
  isCarrier: boolean
  openShortcuts: () => void
  onClose: () => void
}

/** Finds pages, actions, templates, people and loads by name, with typing errors, and opens or does what is chosen. */
export function PaletteDialog(props: PaletteDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), []) // the dialog takes the focus of autoFocus
  return (
    <Dialog onClose={props.onClose} isHigh className="flex max-h-[min(70dvh,560px)] w-160 flex-col">
      <DialogTitle className="sr-only">Search or jump to</DialogTitle>
      <Search {...props} field={field} />
    </Dialog>
  )
}

type SearchProps = PaletteDialogProps & { field: RefObject<HTMLInputElement | null> }

/** The content of the dialog, which measures the page each time that it is rendered itself. */
function Search({ actions, isCarrier, field, openShortcuts, onClose }: SearchProps) {
  const userId = useSession(userIdOf) ?? ''
  const [typed, setTyped] = useState('')
  const { groups, isSearching, isError } = useGroups({ actions, isCarrier, typed, userId })
  const listId = useId()
  const [moved, setMoved] = useState<string>()
  const entries = groups.flatMap((group) => group.entries)
  const marked = Math.max(
    0,
    entries.findIndex(({ id }) => id === moved),
  )

  function choose(entry: Entry | undefined) {
    if (!entry) return
    const { id, label, aside } = entry
    keepRecent(userId, { id, label, ...(aside && { aside }) })
    onClose()
    setTimeout(entry.run) // once the dialog has returned the focus
  }

  function showShortcuts() {
    onClose()
    setTimeout(openShortcuts)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === '?' && typed === '') {
      event.preventDefault()
      return showShortcuts()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step === undefined) choose(entries[marked])
    else setMoved(entries.at((marked + step) % entries.length)?.id)
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-default px-4">
        <SearchIcon size={18} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-secondary" />
        <input
          ref={field}
          type="search"
          aria-label="Search or jump to"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? `${listId}-${marked}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or jump to…"
          maxLength={100}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setMoved(undefined) // the first entry of each new query
          }}
          onKeyDown={onKeyDown}
          className="h-13 min-w-0 flex-1 bg-transparent text-lead outline-none placeholder:text-secondary [&::-webkit-search-cancel-button]:hidden"
        />
        <button type="button" aria-label="Close" onClick={onClose} className="max-sm:min-h-11">
          <Key>Esc</Key>
        </button>
      </div>
      <ResultList id={listId} groups={groups} marked={marked} onMark={setMoved} onChoose={choose}>
        <NothingFound typed={typed} isSearching={isSearching} />
      </ResultList>
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
        {typed === '' && (
          <span aria-hidden="true" className="ml-auto flex items-center gap-1.5 max-sm:hidden">
            <Key>?</Key> all shortcuts
          </span>
        )}
      </p>
    </>
  )
}

const NothingFound = ({ typed, isSearching }: { typed: string; isSearching: boolean }) => (
  <p className="px-3 py-6 text-center text-table text-secondary">
    {isSearching ? 'Searching your loads…' : `Nothing found for “${typed}”.`}
  </p>
)

const Hint = ({ keys, text }: { keys: string[]; text: string }) => (
  <span className="flex items-center gap-1">
    {keys.map((key) => (
      <Key key={key}>{key}</Key>
    ))}
    {text}
  </span>
)
