import { hasAmount, OutcomeKind, outcomeKeys } from '@loadping/contract/loads/outcomes'
import type { BoardTruck, OpenAsk, TakeBack } from '@loadping/contract/truck-board/truck-board'
import { type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../../loads/load-changes.data.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { focusRow } from '../../ui/list/row-focus.ts'
import { useShortcuts } from '../../ui/use-shortcut.ts'
import { type Candidate, candidateOf, useAskOutcome, useCallBack, useTellBooked } from '../truck-board.data.ts'
import { dueLink } from './due-table.tsx'

const RatePopover = lazyPart(async () => (await import('../../loads/row-popover.parts.tsx')).RatePopover)
const CallBackPopover = lazyPart(async () => (await import('./call-back-popover.tsx')).CallBackPopover)
const BookDialog = lazyPart(async () => (await import('../book-dialog.tsx')).BookDialog)
const TakeBackDrawer = lazyPart(async () => (await import('../take-back/take-back-drawer.tsx')).TakeBackDrawer)

type Question = { kind: OutcomeKind | 'call-back' | 'book'; ask: OpenAsk; anchor: RefObject<Element | null> }

type Asked = { trucks: readonly BoardTruck[]; now: Date; onLeave: (ask: OpenAsk) => void }

export type DueActions = ReturnType<typeof useDueActions>

/** What can be done with a due ask: call, record what came of it, or call back later. */
export function useDueActions({ trucks, now, onLeave }: Asked) {
  const [called, setCalled] = useState<readonly OpenAsk[]>([])
  const [question, setQuestion] = useState<Question>()
  const [takingBack, setTakingBack] = useState<Candidate>()
  const outcome = useAskOutcome()
  const callBack = useCallBack()
  const [newest, setNewest] = useState<() => void>()
  const call = useCallOf((ask) => setCalled([...called.filter(({ loadId }) => loadId !== ask.loadId), ask]))
  const tellBooked = useTellBooked()
  const ask = (kind: Question['kind'], about: OpenAsk) =>
    setQuestion({ kind, ask: about, anchor: { current: document.querySelector(`[data-due-action="${kind}"]`) } })

  function leave(left: OpenAsk) {
    onLeave(left)
    setCalled(called.filter(({ loadId }) => loadId !== left.loadId))
  }
  function record(about: OpenAsk, kind: OutcomeKind, cents?: number) {
    leave(about)
    outcome.mutate({ ask: about, kind, ...(cents !== undefined && { cents }) })
    setNewest(() => outcome.undo)
  }
  const candidatesOf = (about: OpenAsk): Candidate[] =>
    trucks.filter(({ truck: { id } }) => about.truckIds.includes(id)).map(candidateOf)

  function settle(about: OpenAsk, kind: OutcomeKind) {
    if (kind === 'booked' && candidatesOf(about).length > 0) ask('book', about)
    else if (hasAmount(kind)) ask(kind, about)
    else record(about, kind)
  }
  function onBooked(truck: Candidate, takeBack: TakeBack) {
    if (question) leave(question.ask)
    setQuestion(undefined)
    if (tellBooked(truck, takeBack)) setTakingBack(truck)
  }
  const close = () => setQuestion(undefined)
  return {
    called,
    ...call,
    settle,
    askCallBack: (about: OpenAsk) => ask('call-back', about),
    undo: () => newest?.(),
    dialogs: (
      <>
        {question?.kind === 'book' && (
          <BookDialog asks={[question.ask]} trucksOf={candidatesOf} onClose={close} onBooked={onBooked} />
        )}
        {question?.kind === 'call-back' && (
          <CallBackPopover
            ask={question.ask}
            now={now}
            anchor={question.anchor}
            onClose={close}
            onChoose={(at, text) => {
              leave(question.ask)
              callBack.mutate({ ask: question.ask, at, text })
              setNewest(() => callBack.undo)
            }}
          />
        )}
        {(question?.kind === 'booked' || question?.kind === 'countered') && (
          <RateQuestion question={question} onClose={close} onSave={record} />
        )}
        {takingBack && <TakeBackDrawer truck={takingBack} onClose={() => setTakingBack(undefined)} />}
      </>
    ),
  }
}

type RateQuestionProps = {
  question: Question
  onClose: () => void
  onSave: (ask: OpenAsk, kind: OutcomeKind, cents?: number) => void
}

const RateQuestion = ({ question: { kind, ask, anchor }, onClose, onSave }: RateQuestionProps) =>
  kind !== 'call-back' &&
  kind !== 'book' && (
    <RatePopover
      outcome={kind}
      askCents={ask.askCents}
      anchor={anchor}
      onSave={(cents) => onSave(ask, kind, cents)}
      onClose={onClose}
    />
  )

/** Calls about an ask, or only records that it was called. */
function useCallOf(onCalled: (ask: OpenAsk) => void) {
  const call = useCall()
  const of = ({ loadId: id, facts }: OpenAsk) => ({ id, facts })
  return {
    call: (ask: OpenAsk) => {
      if (ask.facts.phone) onCalled(ask)
      call.start(of(ask), ask.askCents ?? undefined)
    },
    record: (ask: OpenAsk) => {
      onCalled(ask)
      call.record(of(ask), ask.askCents ?? undefined)
    },
  }
}

/** The keys of the page, for its current ask. */
export function useDueKeys(current: OpenAsk | undefined, { call, settle, askCallBack, undo }: DueActions): void {
  const navigate = useNavigate()
  const withCurrent = (act: (ask: OpenAsk) => void) => () => current && act(current)
  useShortcuts({
    j: () => focusRow(1, dueLink),
    ArrowDown: () => focusRow(1, dueLink),
    k: () => focusRow(-1, dueLink),
    ArrowUp: () => focusRow(-1, dueLink),
    c: withCurrent(call),
    l: withCurrent(askCallBack),
    u: undo,
    Escape: () => void navigate(paths.trucks),
    ...Object.fromEntries(
      OutcomeKind.options.map((kind) => [outcomeKeys[kind].toLowerCase(), withCurrent((ask) => settle(ask, kind))]),
    ),
  })
}
