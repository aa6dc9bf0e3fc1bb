import { type ReactNode, useEffect, useRef } from 'react'
import type { Entry } from './entries.tsx'
import type { Group } from './use-groups.ts'

type ResultListProps = {
  id: string
  groups: Group[]
  /** Which of all entries is marked. */
  marked: number
  onMark: (entryId: string) => void
  onChoose: (entry: Entry) => void
  /** Shown without entries. */
  children: ReactNode
}

/** What was found, in groups. The field keeps the focus and names the marked entry as `<id>-<number>`. */
export function ResultList({ id, groups, marked, onMark, onChoose, children }: ResultListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = marked === 0 ? list.current?.firstElementChild : document.getElementById(`${id}-${marked}`)
    row?.scrollIntoView({ block: 'nearest' })
  }, [id, marked])
  let number = 0
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      className="min-h-0 flex-1 overflow-y-auto p-1.5 outline-none contain-content"
    >
      {groups.length === 0 && children}
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, not options.
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-caption text-secondary">
            {title}
          </p>
          {entries.map((entry) => {
            const own = number++
            return (
              <EntryRow
                key={entry.id}
                id={`${id}-${own}`}
                entry={entry}
                isMarked={own === marked}
                onMark={onMark}
                onChoose={onChoose}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

type EntryRowProps = {
  id: string
  entry: Entry
  isMarked: boolean
  onMark: (entryId: string) => void
  onChoose: (entry: Entry) => void
}

/** One entry. On a phone what is beside its label has a line of its own, so that the label is never cut. */
const EntryRow = ({ id, entry, isMarked, onMark, onChoose }: EntryRowProps) => {
  const { label, aside, keys, badge, Icon } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field, which has the focus, hears the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      data-focused={isMarked || undefined}
      onPointerMove={() => !isMarked && onMark(entry.id)}
      onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
      onClick={() => onChoose(entry)}
      className="flex min-h-8.5 cursor-pointer items-center gap-2.5 rounded-sm px-3 py-1 outline-none max-sm:min-h-11 data-focused:bg-selected data-focused:shadow-[inset_2px_0_0_var(--color-accent)]"
    >
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-secondary" />
      <span className="flex min-w-0 flex-1 items-center gap-x-2.5 max-sm:flex-wrap">
        <span className="min-w-0 flex-1 truncate max-sm:basis-full max-sm:whitespace-normal">
          <bdi className="font-medium">{label}</bdi>
          {aside && <bdi className="text-secondary max-sm:block max-sm:truncate sm:ml-1"> {aside}</bdi>}
        </span>
        {badge}
      </span>
      {keys && (
        <span className="flex shrink-0 items-center gap-1 max-sm:hidden">
          {keys.split(' ').map((key) => (
            <Key key={key}>{key}</Key>
          ))}
        </span>
      )}
    </div>
  )
}

export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded-xs border border-default bg-sunken px-1.5 py-0.5 font-sans text-micro text-secondary">
    {children}
  </kbd>
)
