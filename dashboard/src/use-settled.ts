import { startTransition, useEffect, useRef, useState } from 'react'

/** After the last key. */
const pauseMilliseconds = 500

/**
 * Returns a value as it was at the last pause in its changes, so that typing stays fast. After `hurry` the next change
 * counts at once.
 */
export function useSettled<Value>(value: Value): { settled: Value; hurry: () => void } {
  const [settled, setSettled] = useState(value)
  const isHurried = useRef(false)
  useEffect(() => {
    const settle = () => startTransition(() => setSettled(value))
    const timer = setTimeout(settle, isHurried.current ? 0 : pauseMilliseconds)
    isHurried.current = false
    return () => clearTimeout(timer)
  }, [value])
  const hurry = () => {
    isHurried.current = true
  }
  return { settled, hurry }
}
