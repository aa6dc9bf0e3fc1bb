import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useReducer } from 'react'

/** Shows a skeleton until the queries of its content have their answers, and then the content at once. */
export function Loading({ skeleton, children }: { skeleton?: ReactNode; children: ReactNode }) {
  'use no memo' // compiled, it would return the same element, which React does not render again
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  return <Suspense fallback={<Skeleton onAnswer={rerender}>{skeleton}</Skeleton>}>{children}</Suspense>
}

/** React keeps a skeleton for at least 300 ms, unless its parent renders again: so each answer makes it do so. */
function Skeleton({ onAnswer, children }: { onAnswer: () => void; children: ReactNode }) {
  const queries = useQueryClient().getQueryCache()
  useEffect(
    () => queries.subscribe((event) => event.type === 'updated' && event.action.type === 'success' && onAnswer()),
    [queries, onAnswer],
  )
  return children
}
