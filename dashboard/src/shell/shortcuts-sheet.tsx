import type { UserType } from '@loadping/contract/account/user-type'
import { hasAmount, OutcomeKind, outcomeKeys, outcomeLabels } from '@loadping/contract/loads/outcomes'
import { X } from 'lucide-react'
import type { Action } from '../actions.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'
import { useActions } from './all-actions.ts'

type Shortcut = { keys: string; action: string }
type Group = { title: string; shortcuts: Shortcut[] }

/** The keys of lists, which act on their current row. */
const ofLists: Shortcut[] = [
  { keys: '/', action: 'Search the list' },
  { keys: 'J, K', action: 'Next or previous row' },
  { keys: 'Enter', action: 'Open it' },
  { keys: 'X', action: 'Select it' },
  { keys: 'Esc', action: 'Clear the selection' },
]

const ofLoads: Shortcut[] = [
  { keys: 'P', action: 'Paste a load' },
  { keys: 'Shift+X', action: 'Select up to here' },
  { keys: 'Home, End', action: 'First or last row' },
  { keys: 'E', action: 'Email' },
  { keys: 'C', action: 'Call' },
  { keys: 'N', action: 'Note' },
  { keys: 'S, or 1 to 7', action: 'Set the status' },
  ...OutcomeKind.options.map((kind) => ({
    keys: outcomeKeys[kind],
    action: hasAmount(kind) ? `${outcomeLabels[kind]}, at what rate` : outcomeLabels[kind],
  })),
  { keys: 'Delete', action: 'Remove' },
  { keys: 'U', action: 'Undo' },
]

const ofOffers: Shortcut[] = [
  { keys: 'P', action: 'Paste answers' },
  { keys: 'J, K', action: 'Next or previous answer' },
  { keys: 'S', action: 'Star' },
  { keys: 'E', action: 'Reply' },
  { keys: 'Delete', action: 'Remove' },
  { keys: 'U', action: 'Undo' },
]

const ofTrucks: Shortcut[] = [
  { keys: 'J, K', action: 'Next or previous truck or ask' },
  { keys: 'Enter', action: 'Open its asks' },
  { keys: 'B', action: 'Booked: choose the ask' },
  { keys: 'P', action: 'Place and empty time' },
  { keys: 'N', action: 'Not available' },
  { keys: 'T', action: 'Take back the rest' },
  { keys: 'D', action: 'Due calls' },
  { keys: 'L', action: 'Due calls: call back at a time' },
  { keys: 'H', action: 'Hand over the shift' },
  { keys: 'X, T', action: 'Handover: leave a truck out, take over' },
]

const listGroups: Record<UserType, Group[]> = {
  carrier: [
    { title: 'Templates and loads', shortcuts: ofLists },
    { title: 'My loads', shortcuts: ofLoads },
    { title: 'Trucks', shortcuts: ofTrucks },
  ],
  broker: [
    { title: 'Templates', shortcuts: ofLists },
    { title: 'Offers', shortcuts: ofOffers },
  ],
}

const withKeys = (actions: readonly Action[], group: Action['group']): Shortcut[] =>
  actions.flatMap((action) =>
    action.group === group && action.keys ? [{ keys: action.keys, action: action.label }] : [],
  )

const groupsOf = (actions: readonly Action[], userType: UserType): Group[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: 'Ctrl+K or ⌘K', action: 'Search or jump to' },
      ...withKeys(actions, 'Actions'),
      { keys: 'Alt+T', action: 'Focus notifications' },
    ],
  },
  { title: 'Go to', shortcuts: withKeys(actions, 'Go to') },
  ...listGroups[userType],
]

type ShortcutsSheetProps = { userType: UserType; onClose: () => void }

/** Lists the keys: those of the palette's actions, and those of lists. */
export const ShortcutsSheet = ({ userType, onClose }: ShortcutsSheetProps) => (
  <Dialog onClose={onClose} className="w-90 overflow-y-auto p-5">
    <div className="mb-2 flex items-center justify-between">
      <DialogTitle className="text-lead font-semibold">Keyboard shortcuts</DialogTitle>
      <IconButton label="Close" onClick={onClose}>
        <X size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
    {groupsOf(useActions({ userType, openShortcuts: () => undefined }), userType).map(({ title, shortcuts }) => (
      <section key={title} aria-label={title}>
        <h3 className="mt-3 text-caption text-muted">{title}</h3>
        <dl className="divide-y divide-subtle text-table">
          {shortcuts.map(({ keys, action }) => (
            <div key={keys} className="flex flex-row-reverse items-center justify-between gap-4 py-1.5">
              <dt>
                <kbd className="rounded-xs border border-default bg-sunken px-1.5 py-0.5 font-sans text-caption">
                  {keys}
                </kbd>
              </dt>
              <dd className="text-secondary">{action}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </Dialog>
)
