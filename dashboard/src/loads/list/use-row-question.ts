import { type RefObject, useState } from 'react'
import type { RowQuestion } from '../row-popover.parts.tsx'

type Asked = { question: RowQuestion; id: string; anchor: RefObject<Element | null> }

/** Which question is open beside which row. */
export function useRowQuestion() {
  const [asked, setAsked] = useState<Asked>()
  return {
    asked,
    /** Returns false for a row that is not in sight. */
    ask(question: RowQuestion, id: string): boolean {
      const anchor = document.querySelector(`[data-id="${id}"] [data-anchor]`)
      if (anchor) setAsked({ question, id, anchor: { current: anchor } })
      return anchor !== null
    },
    close: () => setAsked(undefined),
  }
}
