import { countOf, formatCount } from '@loadping/contract/format/counts'
import { LoadDraft } from '@loadping/contract/loads/saved-loads'
import { ClipboardPaste, X } from 'lucide-react'
import { type ClipboardEvent, useRef, useState } from 'react'
import { readDraft } from '../../freight-text/pasted-draft.ts'
import type { PastedKey } from '../../freight-text/pasted-reader.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormError } from '../../ui/form/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChoiceMenu } from '../../ui/list/choice-menu.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Dialog, DialogTitle } from '../../ui/overlay/dialog.tsx'
import { useToast } from '../../ui/toast.ts'
import { useForm } from '../../use-form.ts'
import { PastedLoadFields } from './pasted-load-fields.tsx'
import { PastedTextField } from './pasted-text-field.tsx'
import { useSaveLoad } from './save-load.data.ts'
import { maxRead, type PastedDraft, usePastedDraft } from './use-pasted-draft.ts'

type PasteLoadDialogProps = {
  /** What was pasted before the dialog was open; may be empty. */
  pasted: string
  onClose: () => void
}

/** Reads loads from text that the user pastes, lets each field be corrected, and saves them. */
export function PasteLoadDialog({ pasted, onClose }: PasteLoadDialogProps) {
  const draft = usePastedDraft(pasted)
  const [current, setCurrent] = useState<PastedKey>()
  const area = useRef<HTMLTextAreaElement>(null)
  const showToast = useToast()
  const { errors, isPending, onSubmit } = useForm({
    change: useSaveLoad(),
    read: () => checkDraft(draft),
    onSuccess: ({ load }) => {
      showToast(`Load saved: ${load.origin.city} to ${load.dest.city}`, 'success')
      if (!draft.markSaved()) onClose()
    },
  })

  /** A paste beside the fields goes to the text, too. */
  function paste(event: ClipboardEvent) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    event.preventDefault()
    draft.addText(event.clipboardData.getData('text/plain'))
    area.current?.focus()
  }

  return (
    <Dialog
      onClose={onClose}
      coversPhone
      className="flex h-[calc(100dvh-32px)] max-h-190 w-245 flex-col max-sm:h-full max-sm:max-h-none max-sm:w-full"
    >
      <div onPaste={paste} className="flex min-h-0 flex-1 flex-col">
        <div className="flex items-start justify-between gap-3 border-b border-subtle pt-2 pr-3 pb-2 pl-6 max-sm:pl-4">
          <DialogTitle className="pt-1.5 text-[18px] leading-6 font-semibold tracking-[-0.01em]">
            Paste a load
          </DialogTitle>
          <IconButton label="Close" onClick={onClose}>
            <X size={16} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </div>
        <div className="grid min-h-0 flex-1 grid-cols-[5fr_6fr] max-md:grid-cols-1 max-md:overflow-y-auto">
          <div className="flex min-h-0 flex-col px-6 py-4 max-md:h-64 max-sm:px-4 md:border-r md:border-subtle">
            <PastedTextField
              value={draft.text}
              onValue={draft.setText}
              fields={draft.load.fields}
              current={current}
              areaRef={area}
            />
          </div>
          <div className="min-h-0 px-6 py-4 max-sm:px-4 md:overflow-y-auto">
            {draft.isStarted ? (
              <Form id="pasted-load" errors={errors} isPending={isPending} onSubmit={onSubmit}>
                <Found draft={draft} />
                <PastedLoadFields draft={draft} onFocus={setCurrent} />
                <FormError />
              </Form>
            ) : (
              <EmptyState
                icon={<ClipboardPaste size={24} strokeWidth={1.6} aria-hidden="true" />}
                title="Paste any text with a load in it"
                text="A load board row, the details of a posting, a broker's email or a chat message. You can correct what is understood before you save it."
              />
            )}
          </div>
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-2 border-t border-subtle bg-sunken px-6 py-3 max-sm:px-4">
          {draft.isStarted && (
            <Button
              variant="ghost"
              onPress={() => {
                draft.clear()
                area.current?.focus()
              }}
            >
              Clear
            </Button>
          )}
          <span className="flex-1" />
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="pasted-load"
            variant="primary"
            isLoading={isPending}
            isDisabled={!draft.isStarted}
          >
            {draft.loads.length > 1 ? `Save load ${draft.index + 1} of ${draft.loads.length}` : 'Save load'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Says how many loads the text holds, to choose one, and what could not be taken from it. */
function Found({ draft }: { draft: PastedDraft }) {
  const { loads, load, isNoLoad, isTooLong, index, saved } = draft
  return (
    <div role="status" className="mb-4 flex flex-col items-start gap-3 empty:hidden">
      {loads.length > 1 && (
        <>
          <p className="text-table font-medium">{countOf(loads.length, 'load')} in this text</p>
          <ChoiceMenu
            label="Load"
            chosen={String(index)}
            choices={loads.map(({ fields: { origin, dest } }, at) => ({
              id: String(at),
              label: `${at + 1}. ${origin?.value.city ?? '—'} → ${dest?.value.city ?? '—'}${saved.includes(at) ? ' (saved)' : ''}`,
            }))}
            onChoose={(id) => draft.choose(Number(id))}
          />
        </>
      )}
      {isTooLong && (
        <Banner title="The text is too long.">
          Its first {formatCount(maxRead)} characters were read. Paste the rest after you save.
        </Banner>
      )}
      {isNoLoad && (
        <Banner title="No load found in this text.">Fill in what it should say, or paste another text.</Banner>
      )}
      {load.notes.map(({ start, text }) => (
        <Banner key={start} title="The rate is in Canadian dollars.">
          The text says {text}. Enter the rate in US dollars.
        </Banner>
      ))}
    </div>
  )
}

/** Reads the fields by the rules of the paste, then checks them as the server will. */
function checkDraft({ texts, today }: PastedDraft) {
  const { facts, errors } = readDraft(texts, today)
  const wrong = Object.entries(errors).map(([field, message]) => ({ path: [field], message }))
  if (wrong.length > 0) return { success: false as const, error: { issues: wrong } }
  const note = texts.note.trim()
  const result = LoadDraft.safeParse({ load: facts, ...(note && { note }) })
  if (result.success) return result
  const issues = result.error.issues.map(({ message, path }) => ({
    message,
    path: path.at(0) === 'load' ? [fieldOf(path.at(1))] : path,
  }))
  return { success: false as const, error: { issues } }
}

const fieldOf = (name: PropertyKey | undefined): PropertyKey => (name === 'contactEmail' ? 'email' : (name ?? ''))
