import { SellByMinutes, sellByChoices } from '@loadping/contract/emails/sell-by'
import { useId } from 'react'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useSaveSendSettings, useSendSettings } from './send-settings.data.ts'

/** How long an email may wait before it is too late. */
export function SellByCard() {
  const { sellByMinutes } = useSendSettings()
  const { mutate, isPending, variables } = useSaveSendSettings()
  const labelId = useId()
  const noteId = useId()
  const shownMinutes = isPending ? variables.sellByMinutes : sellByMinutes
  return (
    <Card title="Late emails">
      <div className="p-4">
        <p id={labelId} className="text-table font-medium">
          Stop trying after
        </p>
        <div
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={noteId}
          className="mt-2 grid max-w-[480px] auto-cols-fr grid-flow-col rounded-md border border-control"
        >
          {sellByChoices.map((minutes) => (
            <label
              key={minutes}
              className="tabular-nums flex h-8 cursor-pointer items-center justify-center border-l border-control text-table text-secondary first:rounded-l-md first:border-0 last:rounded-r-md hover:bg-hover has-checked:bg-accent-subtle has-checked:font-medium has-checked:text-accent-text has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:h-11"
            >
              <input
                type="radio"
                name="sell-by"
                className="sr-only"
                checked={shownMinutes === minutes}
                onChange={() => mutate({ sellByMinutes: SellByMinutes.parse(minutes) })}
              />
              {minutes === 60 ? '1 h' : `${minutes} min`}
            </label>
          ))}
        </div>
        <p id={noteId} className="mt-3 max-w-[640px] text-caption text-secondary">
          Freight is gone in minutes. An email that can't be sent within this time of your click, or before the pickup
          date is over, fails and doesn't count. You can still send it anyway.
        </p>
      </div>
    </Card>
  )
}

export const SellBySkeleton = () => (
  <Card title="Late emails">
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-3.5 w-full" />
    </div>
  </Card>
)
