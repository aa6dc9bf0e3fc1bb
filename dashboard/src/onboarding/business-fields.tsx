import { boardOptions, boardsFor } from '@loadping/contract/account/board-options'
import type { UserType } from '@loadping/contract/account/user-type'
import { Handshake, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ChoiceCard } from '../ui/form/choice-card.tsx'
import { NumberStepper } from '../ui/form/number-stepper.tsx'
import { LetterIcon } from '../ui/letter-icon.tsx'
import type { BusinessDraft } from './business-draft.ts'

const types = [
  { id: 'carrier', name: 'Carrier', text: 'I look for loads', Icon: Truck },
  { id: 'broker', name: 'Broker', text: 'I post loads', Icon: Handshake },
] as const

type Props = {
  draft: BusinessDraft
  onDraft: (draft: BusinessDraft) => void
  /** What stands between the type and the boards. */
  children?: ReactNode
}

/** Edits business type, trucks and load boards; a change of type clears the boards and says so. */
export function BusinessFields({ draft, onDraft, children }: Props) {
  const [wasCleared, setWasCleared] = useState(false)
  const { userType, trucks, loadboards } = draft
  const untried = loadboards.map((id) => boardOptions[id]).filter(({ isUntried }) => isUntried)

  function chooseType(chosen: UserType) {
    if (chosen === userType) return
    setWasCleared(true)
    onDraft({ ...draft, userType: chosen, loadboards: [] })
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex gap-4 max-sm:flex-col">
        <fieldset className="min-w-0 flex-1">
          <legend className="mb-1.5 text-table font-medium">Business type</legend>
          <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
            {types.map(({ id, name, text, Icon }) => (
              <ChoiceCard
                key={id}
                type="radio"
                name="userType"
                isChosen={userType === id}
                onChoose={() => chooseType(id)}
              >
                <Icon
                  size={20}
                  strokeWidth={1.6}
                  aria-hidden="true"
                  className={userType === id ? 'text-accent-text' : 'text-secondary'}
                />
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="block text-table text-secondary">{text}</span>
                </span>
              </ChoiceCard>
            ))}
          </div>
        </fieldset>
        {userType === 'carrier' && (
          <NumberStepper
            label="Trucks"
            name="trucksAmount"
            min={1}
            max={10_000}
            value={trucks}
            onValue={(text) => onDraft({ ...draft, trucks: text })}
          />
        )}
      </div>
      {children}
      <fieldset>
        <legend className="mb-1.5 text-table">
          <span className="font-medium">Load boards</span> <span className="text-muted">choose one or more</span>
        </legend>
        <div className="grid grid-cols-3 gap-2 max-md:grid-cols-2 max-sm:grid-cols-1">
          {boardsFor[userType].map((id) => {
            const isChosen = loadboards.includes(id)
            const otherBoards = loadboards.filter((board) => board !== id)
            return (
              <ChoiceCard
                key={id}
                type="checkbox"
                name={id}
                isChosen={isChosen}
                onChoose={() => onDraft({ ...draft, loadboards: isChosen ? otherBoards : [...otherBoards, id] })}
              >
                <LetterIcon>{boardOptions[id].icon}</LetterIcon>
                <span className="min-w-0">
                  {boardOptions[id].name}
                  {boardOptions[id].isUntried && <span className="text-caption text-muted"> Not checked</span>}
                </span>
              </ChoiceCard>
            )
          })}
        </div>
        {untried.length > 0 && (
          <p className="mt-2 text-caption text-secondary">
            On {untried.map(({ name }) => name).join(' and ')}, check one load to start.
          </p>
        )}
        <p role="status" className="mt-2 text-caption text-secondary empty:hidden">
          {wasCleared &&
            loadboards.length === 0 &&
            "We cleared your load boards because carriers and brokers use different ones. Choose at least one, or we'll use DAT One."}
        </p>
      </fieldset>
    </div>
  )
}
