import { addDays } from '@loadping/contract/format/new-york-days'
import { clockIn, instantOf } from '@loadping/contract/format/time-zones'
import type { OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { type RefObject, useState } from 'react'
import { formatSoon } from '../../freight-text/load-times.ts'
import { useTimeZone } from '../../places/places.data.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PopoverActions, PopoverCard } from '../../ui/overlay/popover-card.tsx'
import { readEmptyTime } from '../read-empty-time.ts'

type CallBackPopoverProps = {
  ask: OpenAsk
  now: Date
  anchor: RefObject<Element | null>
  onChoose: (at: string, text: string) => void
  onClose: () => void
}

const minute = 60_000

/** Asks when to call again: soon, tomorrow morning at the pickup, or at a typed time. */
export function CallBackPopover({ ask, now, anchor, onChoose, onClose }: CallBackPopoverProps) {
  const zone = useTimeZone(ask.facts.origin)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const today = clockIn(zone, now.getTime())
  const tomorrow = instantOf(zone, addDays(today.day, 1), '08:00')
  const choices = [
    ['In 30 min', now.getTime() + 30 * minute],
    ['In 1 h', now.getTime() + 60 * minute],
    ['In 2 h', now.getTime() + 120 * minute],
    [`Tomorrow, 8 AM ${today.letters}`, tomorrow],
  ] as const

  function choose(at: number) {
    onChoose(new Date(at).toISOString(), `call back ${formatSoon(at, zone, now.getTime())}`)
    onClose()
  }
  function submit() {
    const at = readEmptyTime(typed, zone, now.getTime())
    if (at === undefined) setError('Enter a time such as 2:30 PM or Tue 9 AM')
    else if (at <= now.getTime()) setError('Enter a time that is still to come')
    else choose(at)
  }
  return (
    <PopoverCard anchor={anchor} label="Call back" className="w-80" onClose={onClose}>
      <div className="grid grid-cols-2 gap-2">
        {choices.map(([text, at]) => (
          <Button key={text} size="sm" onPress={() => choose(at)}>
            {text}
          </Button>
        ))}
      </div>
      <Form onSubmit={submit} className="mt-4">
        <TextField
          label="At"
          name="at"
          value={typed}
          onValue={setTyped}
          error={error}
          placeholder="2:30 PM"
          hint={`Time of ${ask.facts.origin.city} (${today.letters})`}
          autoComplete="off"
          autoFocus
        />
        <PopoverActions submit="Set the time" onCancel={onClose} />
      </Form>
    </PopoverCard>
  )
}
