import { hasAmount, type OutcomeKind } from '@loadping/contract/loads/outcomes'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ChangeLoads } from '../load-changes.data.ts'
import type { RowQuestion } from '../row-popover.parts.tsx'

/** What the page asks, and where; a question opens the right column, which has most anchors. */
export function useLoadQuestions(load: SavedLoad, changes: ChangeLoads) {
  const [params] = useSearchParams()
  const isComposing = params.has('compose')
  const [isRightOpen, setRightOpen] = useState(isComposing)
  const [question, setQuestion] = useState<RowQuestion>()
  const askRef = useRef<HTMLInputElement>(null)
  const anchors = {
    status: useRef<HTMLSpanElement>(null),
    outcome: useRef<HTMLDivElement>(null),
    note: useRef<HTMLSpanElement>(null),
  }

  useEffect(() => {
    if (isComposing) askRef.current?.focus()
  }, [isComposing])

  function openCompose() {
    setRightOpen(true)
    requestAnimationFrame(() => {
      askRef.current?.focus()
      askRef.current?.scrollIntoView({ block: 'center' })
    })
  }

  function ask(next: RowQuestion) {
    if (next !== 'note' && !changes.checkOwn(load)) return
    if (next !== 'status') setRightOpen(true)
    requestAnimationFrame(() => setQuestion(next))
  }

  function settle(kind: OutcomeKind) {
    if (hasAmount(kind)) ask(kind)
    else if (changes.checkOwn(load)) changes.setOutcome([load.id], kind)
  }

  const anchor: RefObject<Element | null> =
    question === 'note' || question === 'status' ? anchors[question] : anchors.outcome
  return {
    isRightOpen,
    setRightOpen,
    askRef,
    anchors,
    openCompose,
    ask,
    settle,
    asked: question && { question, anchor },
    close: () => setQuestion(undefined),
  }
}
