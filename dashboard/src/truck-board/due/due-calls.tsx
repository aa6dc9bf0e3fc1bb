import type { OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { PhoneOff, Printer } from 'lucide-react'
import { useState } from 'react'
import { Following } from '../../home/following.parts.tsx'
import { useTimeZone } from '../../places/places.data.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useIsStacked } from '../../ui/use-is-phone.ts'
import { useNow } from '../../ui/use-now.ts'
import { BackToTrucks } from '../back-to-trucks.tsx'
import { describeDue, describeNoneDue } from '../due-texts.ts'
import { KeyHints } from '../key-hints.tsx'
import { useDueCalls, useLoadedBoardTrucks } from '../truck-board.data.ts'
import { DueDetail } from './due-detail.tsx'
import { DueMinutesMenu } from './due-minutes-menu.tsx'
import { DueTable, dueLink } from './due-table.tsx'
import { useDueActions, useDueKeys } from './use-due-actions.tsx'

const features = ['truck-board'] as const

/** The asks that are due for a call, what is known of the current one, and what came of it by one key. */
export function DueCallsPage() {
  const calls = useDueCalls()
  const now = useNow()
  const ownZone = useTimeZone(null)
  const trucks = useLoadedBoardTrucks()
  const isStacked = useIsStacked()
  const [currentId, setCurrentId] = useState<string>()
  const actions = useDueActions({ trucks, now, onLeave: (ask) => setCurrentId(moveOn(ask)) })
  const { called } = actions
  const due = withCalled(calls.due, called)
  const later = calls.later.filter(({ loadId }) => !due.some((ask) => ask.loadId === loadId))
  const all = [...due, ...later]
  const current = all.find(({ loadId }) => loadId === currentId) ?? all[0]
  const detail = current && (
    <DueDetail
      key={current.loadId}
      ask={current}
      position={due.indexOf(current) < 0 ? 'later' : `${due.indexOf(current) + 1} of ${due.length}`}
      trucks={trucks}
      dueMinutes={calls.dueMinutes}
      isCalled={called.some(({ loadId }) => loadId === current.loadId)}
      isInline={isStacked}
      actions={actions}
    />
  )
  const table = {
    trucks,
    now,
    current,
    onCurrent: setCurrentId,
    onCall: actions.call,
    detail: isStacked ? detail : undefined,
  }
  useDueKeys(current, actions)
  return (
    <>
      <Following features={features} />
      <BackToTrucks />
      <PageHead title="Due calls" context={due.length > 0 ? describeDue({ ...calls, due, later }) : undefined}>
        <span className="flex gap-2 print:hidden">
          <DueMinutesMenu minutes={calls.dueMinutes} />
          <Button
            className="max-sm:hidden"
            icon={<Printer size={16} strokeWidth={1.6} aria-hidden="true" />}
            onPress={() => window.print()}
          >
            Print
          </Button>
        </span>
      </PageHead>
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_376px] print:block">
        <div className="flex min-w-0 flex-col gap-5">
          {due.length === 0 ? (
            <NoneDue text={describeNoneDue(calls, ownZone, now.getTime())} />
          ) : (
            <DueTable {...table} label="Due calls" asks={due} isLater={false} />
          )}
          {later.length > 0 && (
            <section aria-label="Call back later">
              <div className="mb-2 flex items-baseline justify-between gap-3">
                <h2 className="font-semibold">Call back later</h2>
                <p className="text-caption text-secondary">They come up here at their time</p>
              </div>
              <DueTable {...table} label="Call back later" asks={later} isLater />
            </section>
          )}
          <KeyHints hints={dueHints} />
        </div>
        {!isStacked && <div className="print:hidden">{detail}</div>}
      </div>
      {actions.dialogs}
    </>
  )
}

/** Moves the focus from an ask that leaves the list to the next one, else the one before; returns its id. */
function moveOn({ loadId }: OpenAsk): string | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-due-row]')]
  const index = rows.findIndex((row) => row.dataset.id === loadId)
  const next = rows[index + 1] ?? rows[index - 1]
  next?.querySelector<HTMLElement>(dueLink)?.focus()
  return next?.dataset.id
}

const dueHints = [
  ['J K', 'move'],
  ['C', 'call'],
  ['↵', 'open the load'],
  ['U', 'undo'],
  ['Esc', 'back to trucks'],
] as const

/** A call makes an ask wait again; until its outcome is recorded it stays where it was. */
function withCalled(due: readonly OpenAsk[], called: readonly OpenAsk[]): OpenAsk[] {
  const missing = called.filter((one) => !due.some(({ loadId }) => loadId === one.loadId))
  return [...missing, ...due].toSorted((one, other) => orderOf(one, called) - orderOf(other, called))
}

/** By when it was asked before the call. */
const orderOf = (ask: OpenAsk, called: readonly OpenAsk[]): number =>
  Date.parse((called.find(({ loadId }) => loadId === ask.loadId) ?? ask).dueAt ?? ask.askedAt)

const NoneDue = ({ text }: { text: string }) => (
  <Card>
    <EmptyState
      icon={<PhoneOff size={24} strokeWidth={1.6} aria-hidden="true" />}
      title={text}
      text="An ask that nobody answered comes up here with its phone number. One key records what came of the call."
    />
  </Card>
)
