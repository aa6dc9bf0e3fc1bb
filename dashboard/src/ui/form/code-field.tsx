import { useRef } from 'react'
import { TextField } from './text-field.tsx'

type CodeFieldProps = {
  label: string
  code: string
  onCode: (code: string) => void
  isDisabled: boolean
  /** Returns the code in what was typed or pasted; by default six digits. */
  read?: (text: string) => string
  isComplete?: (code: string) => boolean
}

export const codeLength = 6

/** Returns at most six digits of what was typed or pasted. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, codeLength)

const hasAllDigits = (code: string): boolean => code.length === codeLength

/** The six digits from an email; submits its form by itself when the code is complete. */
export function CodeField({
  label,
  code,
  onCode,
  isDisabled,
  read = digitsOf,
  isComplete = hasAllDigits,
}: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  function enter(text: string) {
    const entered = read(text)
    onCode(entered)
    if (isComplete(entered) && entered !== code) input.current?.form?.requestSubmit()
  }

  return (
    <TextField
      label={label}
      name="code"
      size="touch"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      className="tabular-nums flex-1"
      value={code}
      onValue={enter}
      isDisabled={isDisabled}
      inputRef={input}
    />
  )
}
