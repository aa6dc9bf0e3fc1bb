import { equipmentClassNames } from '@loadping/contract/boards/equipment'
import { countOf, formatCount } from '@loadping/contract/format/counts'
import { formatHours } from '@loadping/contract/format/durations'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { CircleAlert, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { useLoadedUserInfo } from '../../account/account.data.ts'
import { formatSoon } from '../../freight-text/load-times.ts'
import { paths } from '../../paths.ts'
import { useTimeZones } from '../../places/places.data.ts'
import { useAddTrucks } from '../../trucks/trucks.data.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyValue } from '../../ui/figure.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { DialogCard } from '../../ui/overlay/dialog-card.tsx'
import { useDeviceDraft } from '../../use-device-draft.ts'
import { placeName } from '../board-view.ts'
import { type Merged, mergeTrucks, type PastedTruck } from './pasted-trucks.ts'
import { readTrucks } from './read-trucks.ts'

type PasteTrucksDialogProps = { trucks: readonly Truck[]; onClose: () => void }

const maxLength = 200_000
const example = '104 Ray, reefer, Olathe, KS, today 6:30 PM, 7:10\n107 Lena, van, Joliet, IL, now, 9:45'

/** Reads trucks from pasted lines or a file, shows what was understood, and saves them. */
export function PasteTrucksDialog({ trucks, onClose }: PasteTrucksDialogProps) {
  const {
    draft: text,
    setDraft: setText,
    clearDraft,
  } = useDeviceDraft({
    place: 'paste-trucks',
    schema: z.string().check(z.maxLength(maxLength)),
    empty: '',
  })
  const { trucksAmount } = useLoadedUserInfo()
  const merged = useMerged(text, trucks, trucksAmount)
  const { mutate, isPending } = useAddTrucks()
  const count = merged.pasted.length
  return (
    <DialogCard
      title="Paste trucks"
      text="One truck a line: name, equipment, place, when it is empty, driving hours left. A truck with a name that you have is changed, and what a line leaves out stays."
      width="w-200"
      onClose={onClose}
      footer={
        <>
          <FileButton onText={(read) => setText(read.slice(0, maxLength))} />
          <span className="flex-1" />
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isLoading={isPending}
            isDisabled={count === 0}
            onPress={() =>
              mutate(
                { trucks: merged.trucks, before: [...trucks], count },
                {
                  onSuccess: () => {
                    clearDraft()
                    onClose()
                  },
                },
              )
            }
          >
            {count === 0 ? 'Save trucks' : `Save ${countOf(count, 'truck')}`}
          </Button>
        </>
      }
    >
      <TextArea
        label="Lines of trucks"
        name="lines"
        rows={5}
        value={text}
        onValue={(value) => setText(value.slice(0, maxLength))}
        hint={`For example: ${example.split('\n')[0]}`}
        isCode
      />
      {text.trim() !== '' && <Preview merged={merged} most={trucksAmount} />}
    </DialogCard>
  )
}

function useMerged(text: string, trucks: readonly Truck[], most: number): Merged {
  const [ids] = useState(() => new Map<string, string>())
  const [now] = useState(() => Date.now())
  const read = readTrucks(text)
  const zoneOf = useTimeZones([...read.map(({ place }) => place ?? null), ...trucks.map(({ place }) => place)])
  const idOf = (name: string) => {
    const id = ids.get(name) ?? crypto.randomUUID()
    ids.set(name, id)
    return id
  }
  return mergeTrucks({ read, trucks, most, zoneOf, now, idOf })
}

/** A button that takes the text of a file. */
function FileButton({ onText }: { onText: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Upload size={16} strokeWidth={1.6} aria-hidden="true" />} onPress={() => field.current?.click()}>
        Choose file
      </Button>
      <input
        ref={field}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label="File with trucks"
        hidden
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onText(await file.text())
          currentTarget.value = ''
        }}
      />
    </>
  )
}

const maxPreview = 100

/** What was understood, line by line, and what was not. */
function Preview({ merged: { pasted, unusable, tooMany }, most }: { merged: Merged; most: number }) {
  const changed = pasted.filter(({ isNew }) => !isNew).length
  const summary = [
    pasted.length > changed && `${countOf(pasted.length - changed, 'new truck')}`,
    changed > 0 && `${countOf(changed, 'truck')} to change`,
  ].filter(Boolean)
  return (
    <div className="mt-4">
      <p role="status" className="font-medium">
        {summary.join(', ') || 'No truck in these lines yet'}
      </p>
      {tooMany.length > 0 && (
        <Warning>
          {countOf(tooMany.length, 'more truck')} would be above the {formatCount(most)} of your business profile:{' '}
          {tooMany.map(({ truck }) => truck.name).join(', ')}.{' '}
          <Link to={paths.settingsAt('business')} className="font-medium text-accent-text underline underline-offset-3">
            Raise the number
          </Link>
        </Warning>
      )}
      {unusable.length > 0 && (
        <Warning>
          {unusable.map(({ line, unclear }) => `Line ${line}: ${unclear.join('; ')}`).join('. ')}. These lines are left
          out.
        </Warning>
      )}
      {pasted.length > 0 && <PreviewTable pasted={pasted.slice(0, maxPreview)} />}
      {pasted.length > maxPreview && (
        <p className="mt-2 text-caption text-secondary">And {formatCount(pasted.length - maxPreview)} more.</p>
      )}
    </div>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="mt-2 flex gap-2 text-table text-warning-text">
    <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)

const PreviewTable = ({ pasted }: { pasted: readonly PastedTruck[] }) => (
  <div className="mt-3 max-h-72 overflow-auto rounded-md border border-default">
    <table aria-label="Trucks that were read" className="tabular-nums w-full text-left text-table">
      <thead className="sticky top-0 bg-sunken text-caption text-secondary">
        <tr className="[&>th]:h-8 [&>th]:px-3 [&>th]:font-medium">
          <th scope="col">Truck</th>
          <th scope="col">Equipment</th>
          <th scope="col">Place</th>
          <th scope="col">Empty</th>
          <th scope="col" className="text-right">
            Drive left
          </th>
        </tr>
      </thead>
      <tbody>
        {pasted.map((each) => (
          <PreviewRow key={each.line} {...each} />
        ))}
      </tbody>
    </table>
  </div>
)

function PreviewRow({ truck, isNew, unclear }: PastedTruck) {
  const zoneOf = useTimeZones([truck.place])
  return (
    <>
      <tr className="border-t border-subtle [&>td]:px-3 [&>td]:py-1.5">
        <td className="font-medium">
          {truck.name} <span className="font-normal text-caption text-secondary">{isNew ? 'new' : 'changes'}</span>
        </td>
        <td>{truck.equipment ? equipmentClassNames[truck.equipment] : <EmptyValue />}</td>
        <td>{truck.place ? placeName(truck.place) : <EmptyValue />}</td>
        <td>
          {truck.emptyAt ? formatSoon(Date.parse(truck.emptyAt), zoneOf(truck.place), Date.now()) : <EmptyValue />}
        </td>
        <td className="text-right">{truck.driveMinutes === null ? <EmptyValue /> : formatHours(truck.driveMinutes)}</td>
      </tr>
      {unclear.length > 0 && (
        <tr>
          <td colSpan={5} className="px-3 pb-2 text-caption text-warning-text">
            Not understood: {unclear.join('; ')}
          </td>
        </tr>
      )}
    </>
  )
}
