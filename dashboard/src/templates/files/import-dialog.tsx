import { countOf } from '@loadping/contract/format/counts'
import type { TemplateContent } from '@loadping/contract/templates/templates'
import { Problem } from '@loadping/contract/wire/problem'
import { Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { errorMessage } from '../../error-message.ts'
import { Button } from '../../ui/button.tsx'
import { DialogCard } from '../../ui/overlay/dialog-card.tsx'
import { type ImportReport, useImportTemplates } from '../template-changes.data.ts'
import { type ReadFile, readTemplateFile, toBatches } from './template-import.ts'

type Chosen = { name: string; read: ReadFile | { error: string } }

const maxBytes = 5_000_000

/** Chooses a file of templates, says what it holds, imports it, and says what was done. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>()
  const { mutate, data: report, error, isPending, reset } = useImportTemplates()
  const read = chosen && !('error' in chosen.read) ? chosen.read : undefined
  const batches = toBatches(read?.templates ?? [])

  async function choose(file: File) {
    reset()
    const isTooLarge = file.size > maxBytes
    setChosen({
      name: file.name,
      read: isTooLarge ? { error: 'This file is larger than 5 MB.' } : readTemplateFile(await file.text()),
    })
  }

  return (
    <DialogCard
      title="Import templates"
      text="From a CSV or JSON file that was exported here, or one with the same columns."
      width="w-120"
      onClose={onClose}
      footer={
        report ? (
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button
              variant="primary"
              isLoading={isPending}
              isDisabled={batches.length === 0}
              onPress={() => mutate(batches)}
            >
              {read && read.templates.length > 0 ? `Import ${countOf(read.templates.length, 'template')}` : 'Import'}
            </Button>
          </>
        )
      }
    >
      {report ? (
        <Outcome report={report} />
      ) : (
        <>
          <FileField name={chosen?.name} onFile={choose} />
          {chosen && 'error' in chosen.read && <ErrorText>{chosen.read.error}</ErrorText>}
          {read && <Contents read={read} />}
          {error && <ErrorText>{explain(error, batches[0])}</ErrorText>}
        </>
      )}
    </DialogCard>
  )
}

const ErrorText = ({ children }: { children: string }) => (
  <p role="alert" className="mt-3 text-table wrap-anywhere text-danger-text">
    {children}
  </p>
)

/** Names the template that the server refused. */
function explain(error: unknown, batch: TemplateContent[] = []): string {
  const [path = ''] = Object.keys(error instanceof Problem ? error.fields : {})
  const refused = batch[Number(/^templates\/(\d+)/.exec(path)?.[1] ?? Number.NaN)]
  return `${refused ? `“${refused.name}” was refused. ` : ''}${errorMessage(error)}`
}

/** A field to choose a file, on which one can be dropped too. */
function FileField({ name, onFile }: { name: string | undefined; onFile: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop is a second way beside the button in it.
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`flex flex-col items-center gap-2 rounded-md border border-dashed px-4 py-6 text-center ${isOver ? 'border-accent bg-accent-subtle' : 'border-control bg-sunken'}`}
    >
      <Button icon={<Upload size={16} strokeWidth={1.6} aria-hidden="true" />} onPress={() => field.current?.click()}>
        {name === undefined ? 'Choose file' : 'Choose another file'}
      </Button>
      <p className="max-w-full truncate text-caption text-secondary">{name ?? 'or drop it here'}</p>
      <input
        ref={field}
        type="file"
        accept=".csv,.json,.txt,text/csv,application/json"
        aria-label="File with templates"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

const Contents = ({ read: { templates, rejected, ignoredColumns } }: { read: ReadFile }) => (
  <div role="status" className="mt-4 text-table">
    <p className="font-medium">{countOf(templates.length, 'template')} to import</p>
    <p className="text-secondary">Templates that you already have are skipped.</p>
    {ignoredColumns.length > 0 && (
      <p className="mt-2 wrap-anywhere text-secondary">Columns not used: {ignoredColumns.join(', ')}</p>
    )}
    {rejected.length > 0 && (
      <>
        <p className="mt-3 font-medium text-danger-text">{countOf(rejected.length, 'template')} can't be imported</p>
        <ul className="mt-1 max-h-40 overflow-y-auto">
          {rejected.map(({ position, name, reason }) => (
            <li key={position} className="wrap-anywhere text-secondary">
              {position}. {name && <bdi>“{name}” </bdi>}
              {reason}
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)

function Outcome({ report: { results, error } }: { report: ImportReport }) {
  const count = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).length
  const renamed = results.filter(({ outcome }) => outcome === 'renamed')
  const unchanged = count('unchanged')
  return (
    <div role="status" className="text-table">
      <p className="font-medium">{countOf(count('added') + renamed.length, 'template')} added</p>
      {unchanged > 0 && (
        <p className="text-secondary">{countOf(unchanged, 'template')} skipped: already in your list</p>
      )}
      {renamed.length > 0 && (
        <>
          <p className="mt-3 text-secondary">The names of these were taken, so they got a number:</p>
          <ul className="mt-1 max-h-40 overflow-y-auto">
            {renamed.map(({ name }) => (
              <li key={name} className="wrap-anywhere">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {error !== undefined && (
        <ErrorText>{`The rest was not imported: ${errorMessage(error)} Import the file again to add the rest.`}</ErrorText>
      )}
    </div>
  )
}
