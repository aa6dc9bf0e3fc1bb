import type { ReactNode } from 'react'

type ChoiceCardProps = {
  type: 'radio' | 'checkbox'
  name: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

/** A choice as a card, with its radio button or its checkbox at the right. */
export const ChoiceCard = ({ type, name, isChosen, onChoose, children }: ChoiceCardProps) => (
  <label
    className={`flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:min-h-11 ${
      isChosen
        ? 'border border-accent bg-accent-subtle shadow-[inset_0_0_0_1px_var(--accent-solid)]'
        : 'border border-control hover:bg-hover'
    }`}
  >
    {children}
    <input
      type={type}
      name={name}
      checked={isChosen}
      onChange={onChoose}
      className="ml-auto size-4.5 shrink-0 cursor-pointer accent-accent outline-none"
    />
  </label>
)
