import { startTransition, useEffect, useRef, useState } from 'react'

/**
 * Returns a value as it was at the last pause of half a second, or as long as given, in its changes, so that typing stays
 * fast. After `hurry` the next change counts at once.
 */
export function useSettled<Value>(value: Value, pauseMs = 500): { settled: Value; hurry: () => void } {
  const [settled, setSettled] = useState(value)
  const isHurried = useRef(false)
  useEffect(() => {
    const settle = () => startTransition(() => setSettled(value))
    const timer = setTimeout(settle, isHurried.current ? 0 : pauseMs)
    isHurried.current = false
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  const hurry = () => {
    isHurried.current = true
  }
  return { settled, hurry }
}
