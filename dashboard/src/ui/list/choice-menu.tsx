import { ChevronDown } from 'lucide-react'
import { Menu } from '../overlay/menu.tsx'

type ChoiceMenuProps<Id extends string> = {
  label: string
  choices: { id: Id; label: string }[]
  chosen: Id
  onChoose: (id: Id) => void
}

/** A small button that shows the chosen filter of a list and opens the choices. */
export const ChoiceMenu = <Id extends string>({ label, choices, chosen, onChoose }: ChoiceMenuProps<Id>) => (
  <Menu
    label={label}
    chosen={chosen}
    entries={choices.map(({ id, label: text }) => ({ id, label: text, onChoose: () => onChoose(id) }))}
    trigger={(opener) => (
      <button
        {...opener}
        type="button"
        className="inline-flex h-8 items-center gap-2 rounded-sm border border-default bg-surface px-2.5 text-table hover:bg-hover max-sm:h-9"
      >
        <span className="text-secondary">{label}</span>
        <span className="font-medium">{choices.find(({ id }) => id === chosen)?.label}</span>
        <ChevronDown size={16} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />
      </button>
    )}
  />
)
