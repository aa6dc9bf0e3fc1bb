import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

type ResendButtonProps = { isLoading: boolean; onPress: (startPause: () => void) => void }

const pauseSeconds = 30

/** Resends an email, at first and after each success with a pause that counts down. */
export function ResendButton({ isLoading, onPress }: ResendButtonProps) {
  const [seconds, setSeconds] = useState(pauseSeconds)

  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])

  return (
    <Button
      size="sm"
      icon={<RefreshCw size={14} strokeWidth={1.6} aria-hidden="true" />}
      isDisabled={seconds > 0}
      isLoading={isLoading}
      className="tabular-nums"
      onPress={() => onPress(() => setSeconds(pauseSeconds))}
    >
      {seconds > 0 ? `Resend in 0:${String(seconds).padStart(2, '0')}` : 'Resend'}
    </Button>
  )
}
