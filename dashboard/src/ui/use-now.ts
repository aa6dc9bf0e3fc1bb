import { useEffect, useState } from 'react'

/** Returns the current time, and renders again as it passes. */
export function useNow(everyMilliseconds = 10_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds])
  return now
}
