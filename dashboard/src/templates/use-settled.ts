import { startTransition, useEffect, useState } from 'react'

const pauseMilliseconds = 150

/** Returns a value as it was at the last pause in its changes, so that what is slow to show does not slow typing. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(value)), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
