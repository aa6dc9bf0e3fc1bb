import { Search } from 'lucide-react'
import { useCommandKey } from '../ui/use-shortcut.ts'

const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Opens the command palette, as Ctrl or ⌘ K does. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  useCommandKey('k', onOpen)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="flex h-9 w-80 min-w-0 items-center gap-2.5 rounded-sm border border-default bg-surface px-3 text-secondary hover:bg-hover max-md:w-9 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:px-0 max-sm:size-11"
    >
      <Search size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
      <span className="text-table max-md:sr-only">Search or jump to…</span>
      <span aria-hidden="true" className="ml-auto flex gap-1 max-md:hidden">
        {[commandKey, 'K'].map((key) => (
          <kbd key={key} className="rounded-xs border border-default bg-sunken px-1.5 py-0.5 font-sans text-micro">
            {key}
          </kbd>
        ))}
      </span>
    </button>
  )
}
