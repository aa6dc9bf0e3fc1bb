import { equipmentClassNames } from '@loadping/contract/boards/equipment'
import { formatHours } from '@loadping/contract/format/durations'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useLoadedUserInfo } from '../account/account.data.ts'
import { formatMoment } from '../freight-text/load-times.ts'
import { useTimeZone } from '../places/places.data.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useTruckDialog } from './truck-dialog.parts.tsx'
import { useMakeCurrent, useRemoveTruck, useTrucks } from './trucks.data.ts'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** Lists the trucks, and adds, edits and removes them. */
export function TrucksCard() {
  const trucks = useTrucks()
  const { trucksAmount } = useLoadedUserInfo()
  const { add, edit, dialog } = useTruckDialog(trucks)
  const { mutate: makeCurrent } = useMakeCurrent()
  const { mutate: remove } = useRemoveTruck()
  const isFull = trucks.length >= trucksAmount

  return (
    <Card title="Trucks" aside={`${trucks.length} of ${trucksAmount}`}>
      {trucks.length === 0 ? (
        <p className="p-4 text-table text-secondary">
          Add a truck to see on each load how far the pickup is, when it can legally be there, and what the load leaves.
          The current one also fills {'{{truckLocation}}'} in your emails.
        </p>
      ) : (
        <ul>
          {trucks.map((truck) => (
            <TruckRow
              key={truck.id}
              truck={truck}
              onEdit={(zone) => edit(truck, zone)}
              onRemove={() => remove({ truck, trucks })}
              onMakeCurrent={() => makeCurrent({ truck, trucks })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-subtle bg-sunken px-4 py-3">
        <p className="text-caption text-secondary">
          {isFull ? 'Raise your number of trucks under Business to add more.' : 'Times are local to the place.'}
        </p>
        <Button icon={<Plus {...icon} />} isDisabled={isFull} onPress={add}>
          Add a truck
        </Button>
      </div>
      {dialog}
    </Card>
  )
}

type TruckRowProps = {
  truck: Truck
  onEdit: (zone: string) => void
  onRemove: () => void
  onMakeCurrent: () => void
}

function TruckRow({ truck, onEdit, onRemove, onMakeCurrent }: TruckRowProps) {
  const zone = useTimeZone(truck.place)
  const { name, equipment, isCurrent } = truck
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-b border-subtle px-4 py-3 last:border-0">
      <div className="min-w-0 flex-1 text-table max-sm:basis-full">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="wrap-anywhere">{name}</span>
          {isCurrent && <Badge tone="accent">Current</Badge>}
          {equipment && <span className="font-normal text-secondary">{equipmentClassNames[equipment]}</span>}
        </p>
        <p className="tabular-nums text-caption text-secondary">
          {describeEmpty(truck, zone)} · {describeClocks(truck)}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" aria-label={`Make ${name} the current truck`} onPress={onMakeCurrent}>
          Make current
        </Button>
      )}
      <IconButton label={`Edit ${name}`} onClick={() => onEdit(zone)}>
        <Pencil {...icon} />
      </IconButton>
      <IconButton label={`Remove ${name}`} onClick={onRemove}>
        <Trash2 {...icon} />
      </IconButton>
    </li>
  )
}

/** `Empty in Elgin, IL, Sat, Nov 21, 2 PM CST`. */
function describeEmpty({ place, emptyAt }: Truck, zone: string): string {
  const where = place ? `Empty in ${place.city}, ${place.state}` : 'Place not set'
  return emptyAt === null ? where : `${where}, ${formatMoment(Date.parse(emptyAt), zone)}`
}

function describeClocks({ driveMinutes, windowMinutes, cycleMinutes }: Truck): string {
  if (driveMinutes === null || windowMinutes === null || cycleMinutes === null) return 'hours not set'
  return `${formatHours(driveMinutes)} driving, ${formatHours(windowMinutes)} window, ${formatHours(cycleMinutes)} cycle left`
}
