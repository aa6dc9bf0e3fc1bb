import { formatAge } from '@loadping/contract/format/ages'
import { countOf } from '@loadping/contract/format/counts'
import { formatDollars } from '@loadping/contract/format/money'
import { maxWithdrawals, maxWithdrawalText, type TruckBooking } from '@loadping/contract/truck-board/truck-board'
import { Send } from 'lucide-react'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { Section } from '../../section.tsx'
import { Button } from '../../ui/button.tsx'
import { Key } from '../../ui/key.tsx'
import { focusRow } from '../../ui/list/row-focus.ts'
import { useSelection } from '../../ui/list/use-selection.ts'
import { SideDrawer } from '../../ui/overlay/dialog.tsx'
import { useToast } from '../../ui/toast.ts'
import { useNow } from '../../ui/use-now.ts'
import { useShortcutsAround } from '../../ui/use-shortcut.ts'
import { useDeviceDraft } from '../../use-device-draft.ts'
import { AsksSkeleton } from '../asks-skeleton.tsx'
import { placeName } from '../board-view.ts'
import { DrawerFoot, DrawerHead } from '../drawer-parts.tsx'
import { KeyHints } from '../key-hints.tsx'
import {
  type Candidate,
  isEmptyTakeBack,
  useCancelBooking,
  useSendWithdrawals,
  useTakeBack,
} from '../truck-board.data.ts'
import { CallGroup, ReadyGroup, UndoneGroup, WithdrawnGroup } from './take-back-groups.tsx'

type TakeBackDrawerProps = { truck: Candidate; onClose: () => void }

/** What to do about the other asks of a booked truck: what was undone, what can be withdrawn, and whom to call. */
export const TakeBackDrawer = ({ truck, onClose }: TakeBackDrawerProps) => (
  <SideDrawer onClose={onClose}>
    <DrawerHead title={`${truck.name} is booked. Take back the rest`} onClose={onClose} />
    <Section what="the asks to take back" skeleton={<AsksSkeleton label="Loading the asks to take back" />}>
      <Contents truck={truck} onClose={onClose} />
    </Section>
  </SideDrawer>
)

const checkbox = '[data-withdraw]'

function Contents({ truck, onClose }: TakeBackDrawerProps) {
  const takeBack = useTakeBack(truck.id)
  const now = useNow()
  const root = useRef<HTMLDivElement>(null)
  const leftOut = useSelection(takeBack.ready.map(({ ask }) => ({ id: ask.loadId })))
  const { draft, setDraft, clearDraft } = useDeviceDraft({
    place: `take-back.${truck.id}`,
    schema: z.nullable(z.string().check(z.maxLength(maxWithdrawalText))),
    empty: null,
  })
  const text = draft ?? takeBack.text
  const chosen = takeBack.ready.map(({ ask }) => ask.loadId).filter((id) => !leftOut.ids.has(id))
  const { isPending, send } = useSend(truck.id, clearDraft)
  const submit = () => {
    if (chosen.length > 0 && text.trim() !== '') send({ loadIds: chosen.slice(0, maxWithdrawals), text: text.trim() })
  }
  useShortcutsAround(root, {
    j: () => focusRow(1, checkbox),
    ArrowDown: () => focusRow(1, checkbox),
    k: () => focusRow(-1, checkbox),
    ArrowUp: () => focusRow(-1, checkbox),
    x: () => {
      const id = document.activeElement?.closest('[data-id]')?.getAttribute('data-id')
      if (id) leftOut.toggle(id, false)
    },
    Enter: submit,
  })
  return (
    <>
      <div ref={root} className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-6 py-5 max-sm:px-4">
        {takeBack.booking && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="tabular-nums text-table text-secondary">{describeBooking(takeBack.booking)}</p>
            {takeBack.withdrawn.length === 0 && <CancelBooking truck={truck} onDone={onClose} />}
          </div>
        )}
        {isEmptyTakeBack(takeBack) && (
          <p className="text-table text-secondary">{truck.name} has no other open asks. Nothing is left to do.</p>
        )}
        <UndoneGroup asks={takeBack.undone} />
        <ReadyGroup
          entries={takeBack.ready}
          leftOut={leftOut.ids}
          onToggle={(id) => leftOut.toggle(id, false)}
          text={text}
          onText={setDraft}
          ageOf={(at) => formatAge(new Date(at), now)}
        />
        <CallGroup entries={takeBack.call} />
        <WithdrawnGroup entries={takeBack.withdrawn} />
      </div>
      <DrawerFoot>
        {takeBack.ready.length > 0 && (
          <KeyHints
            hints={[
              ['J K', 'move'],
              ['X', 'leave out'],
              ['Esc', 'later'],
            ]}
          />
        )}
        <p className="text-caption text-secondary">Not counted as asks or in Analytics</p>
        <span className="flex-1" />
        <Button onPress={onClose}>{takeBack.ready.length > 0 ? 'Later' : 'Done'}</Button>
        {takeBack.ready.length > 0 && (
          <Button
            variant="primary"
            icon={<Send size={16} strokeWidth={1.6} aria-hidden="true" />}
            isLoading={isPending}
            isDisabled={chosen.length === 0 || text.trim() === ''}
            onPress={submit}
          >
            Send {countOf(Math.min(chosen.length, maxWithdrawals), 'withdrawal')}
            <span aria-hidden="true" className="max-md:hidden">
              <Key isOnAccent>↵</Key>
            </span>
          </Button>
        )}
      </DrawerFoot>
    </>
  )
}

/** Ends the booking; asks that were undone stay so. */
function CancelBooking({ truck, onDone }: { truck: Candidate; onDone: () => void }) {
  const { mutate, isPending } = useCancelBooking()
  return (
    <Button variant="ghost" size="sm" isLoading={isPending} onPress={() => mutate(truck, { onSuccess: onDone })}>
      Not booked after all
    </Button>
  )
}

/** Sends withdrawals once, and says that they are on their way. */
function useSend(truckId: string, onSent: () => void) {
  const showToast = useToast()
  const { mutate, isPending } = useSendWithdrawals(truckId)
  return {
    isPending,
    send: (body: { loadIds: string[]; text: string }) => {
      if (isPending) return
      mutate(body, {
        onSuccess: () => {
          onSent()
          showToast(`${countOf(body.loadIds.length, 'withdrawal')} on the way`, 'success')
        },
      })
    },
  }
}

/** `St. Joseph, MO → Green Bay, WI, $1,670 with Northgate Produce`. */
function describeBooking({ origin, dest, cents, company }: TruckBooking): string {
  const rate = cents === null ? '' : `, ${formatDollars(cents)}`
  return `${placeName(origin)} → ${placeName(dest)}${rate}${company ? ` with ${company}` : ''}`
}
