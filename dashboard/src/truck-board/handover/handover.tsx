import { countOf } from '@loadping/contract/format/counts'
import { formatTime } from '@loadping/contract/format/instants'
import { formatDay, newYorkDay } from '@loadping/contract/format/new-york-days'
import type { Handover } from '@loadping/contract/truck-board/truck-board'
import { Printer, UserCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMe } from '../../account/account.data.ts'
import { Following } from '../../home/following.parts.tsx'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Key } from '../../ui/key.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ChoiceMenu } from '../../ui/list/choice-menu.tsx'
import { focusRow } from '../../ui/list/row-focus.ts'
import { useSelection } from '../../ui/list/use-selection.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useNow } from '../../ui/use-now.ts'
import { useShortcuts } from '../../ui/use-shortcut.ts'
import { BackToTrucks } from '../back-to-trucks.tsx'
import { missingOf, useHandover, useTakeOver } from '../handover.data.ts'
import { HandOverCard, TakingOverCard } from './handover-cards.tsx'
import { isQuiet } from './handover-lines.ts'
import { HandoverList } from './handover-list.tsx'
import { truckControl, truckRow } from './handover-truck.tsx'

const NoteDialog = lazyPart(async () => (await import('./note-dialog.tsx')).NoteDialog)

const features = ['truck-board'] as const
const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** The trucks of a person with what is open of each: the user's own to be handed over, a teammate's to take over. */
export function HandoverPage() {
  const [params] = useSearchParams()
  const handover = useHandover(params.get('from') ?? undefined)
  const { userId } = useMe().data
  const Page = handover.from.userId === userId ? OwnTrucks : TrucksOfTeammate
  return (
    <>
      <Following features={features} />
      <BackToTrucks />
      <Page key={handover.from.userId} handover={handover} />
    </>
  )
}

function OwnTrucks({ handover }: { handover: Handover }) {
  const { userId, organizationId } = useMe().data
  const [noteFor, setNoteFor] = useState<string>()
  const noted = handover.trucks.find(({ truck }) => truck.id === noteFor)
  useTruckKeys({ n: (id) => setNoteFor(id) })
  return (
    <>
      <Head handover={handover} whose="Your trucks" />
      <HandoverList
        handover={handover}
        actions={{ kind: 'note', onNote: ({ truck }) => setNoteFor(truck.id) }}
        hints={ownHints}
        side={<HandOverCard userId={userId} hasTeam={organizationId !== null} />}
      />
      {noted && <NoteDialog row={noted} onClose={() => setNoteFor(undefined)} />}
    </>
  )
}

function TrucksOfTeammate({ handover }: { handover: Handover }) {
  const { from, trucks, people } = handover
  const { userId, email } = useMe().data
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const leftOut = useSelection(trucks.map(({ truck }) => truck))
  const [late, setLate] = useState<string>()
  const { mutate, isPending } = useTakeOver({
    onTaken: () => void navigate(paths.trucks),
    onLate: setLate,
  })
  const chosen = trucks.filter(({ truck }) => !leftOut.ids.has(truck.id))

  function takeOver() {
    if (chosen.length === 0 || isPending) return
    setLate(undefined)
    mutate({ from: from.userId, truckIds: chosen.map(({ truck }) => truck.id) })
  }
  function toggle(ids: readonly string[]) {
    const rest = [...leftOut.ids].filter((id) => !ids.includes(id))
    const next = ids.some((id) => leftOut.ids.has(id)) ? rest : [...rest, ...ids]
    leftOut.select(next.map((id) => ({ id })))
  }
  useTruckKeys({
    x: (id) => toggle(id === 'quiet' ? trucks.filter(isQuiet).map(({ truck }) => truck.id) : [id]),
    t: takeOver,
  })
  const button = trucks.length > 0 && <TakeOverButton count={chosen.length} isLoading={isPending} onPress={takeOver} />
  return (
    <>
      <Head handover={handover} whose={`From ${from.name}`}>
        {!isPhone && button}
      </Head>
      {isPhone && <div className="mb-4 grid print:hidden">{button}</div>}
      {late !== undefined && (
        <div role="alert" className="mb-4 print:hidden">
          <Banner title={late}>Nothing was taken over. Below is what is left.</Banner>
        </div>
      )}
      <HandoverList
        handover={handover}
        actions={{ kind: 'choose', isLeftOut: (id) => leftOut.ids.has(id), onToggle: toggle }}
        hints={teammateHints}
        side={
          <TakingOverCard
            me={{ userId, name: people.find((each) => each.userId === userId)?.name ?? email }}
            from={from.name}
            chosen={chosen}
            all={missingOf(handover).reduce((sum, taken) => sum + taken.trucks.length, trucks.length)}
          />
        }
      />
    </>
  )
}

type TakeOverButtonProps = { count: number; isLoading: boolean; onPress: () => void }

const TakeOverButton = ({ count, isLoading, onPress }: TakeOverButtonProps) => (
  <Button
    variant="primary"
    icon={<UserCheck {...icon} />}
    isLoading={isLoading}
    isDisabled={count === 0}
    onPress={onPress}
  >
    Take over {countOf(count, 'truck')}
    <span aria-hidden="true" className="max-md:hidden">
      <Key isOnAccent={count > 0}>T</Key>
    </span>
  </Button>
)

const ownHints = [
  ['J K', 'move'],
  ['N', 'note'],
  ['Esc', 'back to trucks'],
] as const
const teammateHints = [
  ['J K', 'move'],
  ['X', 'leave out'],
  ['T', 'take over'],
  ['Esc', 'back to trucks'],
] as const

/** The keys of the page; each act gets the id of the truck with the focus, or ''. */
function useTruckKeys(acts: Record<string, (id: string) => void>): void {
  const navigate = useNavigate()
  const focusedId = () => document.activeElement?.closest<HTMLElement>(truckRow)?.dataset['id'] ?? ''
  const move = (step: 1 | -1) => () => focusRow(step, truckControl, truckRow)
  useShortcuts({
    j: move(1),
    ArrowDown: move(1),
    k: move(-1),
    ArrowUp: move(-1),
    Escape: () => void navigate(paths.trucks),
    ...Object.fromEntries(Object.entries(acts).map(([key, act]) => [key, () => act(focusedId())])),
  })
}

type HeadProps = { handover: Handover; whose: string; children?: ReactNode }

/** Whose trucks they are, when that was read, and what can be done with all of them. */
function Head({ handover: { from, trucks, people }, whose, children }: HeadProps) {
  const now = useNow()
  const [, setParams] = useSearchParams()
  const { userId } = useMe().data
  const open = trucks.filter((truck) => !isQuiet(truck)).length
  const choices = people.some((each) => each.userId === from.userId) ? people : [{ ...from, trucks: 0 }, ...people]
  return (
    <PageHead
      title="Shift handover"
      context={`${whose}, ${formatDay(newYorkDay(now))}, ${formatTime(now)} New York time. ${
        open === 1 ? '1 truck has' : `${open === 0 ? 'No' : open} trucks have`
      } something open.`}
    >
      <span className="flex flex-wrap gap-2 print:hidden">
        {choices.length > 1 && (
          <ChoiceMenu
            label="From"
            choices={choices.map((each) => ({
              id: each.userId,
              label: `${each.userId === userId ? 'You' : each.name} (${each.trucks})`,
            }))}
            chosen={from.userId}
            onChoose={(id) => setParams({ from: id })}
          />
        )}
        <Button className="max-sm:hidden" icon={<Printer {...icon} />} onPress={() => window.print()}>
          Print
        </Button>
        {children}
      </span>
    </PageHead>
  )
}
