import { type Placeholder, placeholderTitles } from '@loadping/contract/templates/placeholder-titles'
import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { placeholderGuide } from '../placeholder-guide.ts'
import type { PlaceholderMenu } from './placeholder-menu.ts'

const height = 264
const width = 320

/** The list of placeholders below the cursor. The text field keeps the focus. */
export function PlaceholderMenuList({ menu, editor }: { menu: PlaceholderMenu; editor: Editor }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const open = useStore(menu, (state) => state.open)
  const activeId = open && `${id}-${open.active}`

  useEffect(() => {
    const field = editor.view.dom
    const attributes = { 'aria-controls': activeId && id, 'aria-activedescendant': activeId }
    for (const [name, value] of Object.entries(attributes))
      if (value) field.setAttribute(name, value)
      else field.removeAttribute(name)
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [editor, id, activeId])

  if (!open) return null
  const { box, names, active, choose } = open
  const top = box.bottom + height > window.innerHeight ? Math.max(8, box.top - height - 6) : box.bottom + 6
  const left = Math.max(8, Math.min(box.left, window.innerWidth - width - 8))
  return createPortal(
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Placeholders"
      data-react-aria-top-layer // so that an open dialog does not hide it
      style={{ top, left, width, maxHeight: height }}
      className="fixed z-50 max-w-[calc(100vw-16px)] overflow-y-auto rounded-md border border-default bg-raised p-1.5 shadow-pop"
    >
      {names.map((name, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text field has the focus and its keys.
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={`cursor-default rounded-sm px-2.5 py-1.5 hover:bg-hover ${index === active ? 'bg-selected' : ''}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(name)}
        >
          <Entry name={name} />
        </div>
      ))}
    </div>,
    document.body,
  )
}

function Entry({ name }: { name: string }) {
  if (!isPlaceholder(name)) return <span className="font-medium">{name}</span>
  const { meaning, example } = placeholderGuide[name]
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{name}</span>
        <span className="truncate text-caption text-secondary">{placeholderTitles[name]}</span>
      </span>
      <span className="block truncate text-caption text-muted">
        {meaning}: {example}
      </span>
    </>
  )
}

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholderGuide, name)
