import { countOf, formatCount } from '@loadping/contract/format/counts'
import { cleanAnswer, maxAnswerLength, type OfferAnswer, type OfferFacts } from '@loadping/contract/offers/offers'
import { ClipboardPaste, X } from 'lucide-react'
import { type ClipboardEvent, useDeferredValue, useMemo, useRef } from 'react'
import * as z from 'zod/mini'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ChoiceMenu } from '../ui/list/choice-menu.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'
import { useDeviceDraft } from '../use-device-draft.ts'
import { useForm } from '../use-form.ts'
import { nameOf, type OfferRow, toRow } from './offer-rows.ts'
import { AskValue, EmptyIn, First } from './offer-values.tsx'
import { useAddAnswers } from './offers.data.ts'
import { type AnswerPart, type SplitWay, splitAnswers } from './split-answers.ts'

const ways: { id: SplitWay; label: string }[] = [
  { id: 'auto', label: 'where a mail or a person begins' },
  { id: 'blocks', label: 'at empty lines' },
  { id: 'lines', label: 'at each line' },
  { id: 'none', label: 'nowhere: one answer' },
]

const Kept = z.object({ text: z.string(), way: z.enum(['auto', 'blocks', 'lines', 'none']), joined: z.array(z.int()) })
const empty: z.infer<typeof Kept> = { text: '', way: 'auto', joined: [] }

/** How much of a paste is read at once. */
const maxRead = 1_000_000

type PasteAnswersDialogProps = {
  postingId: string
  facts: OfferFacts
  own: readonly string[]
  /** Those that the posting has. */
  answers: OfferAnswer[]
  /** What was pasted before the dialog was open; may be empty. */
  pasted: string
  onClose: () => void
}

/** What was pasted, and how it is split; it outlives the dialog until its answers are kept. */
function usePasted({ postingId, own, pasted }: Pick<PasteAnswersDialogProps, 'postingId' | 'own' | 'pasted'>) {
  const { draft, setDraft, clearDraft } = useDeviceDraft({
    place: `offers-${postingId}`,
    schema: Kept,
    empty,
    begin: (before) => withText(before, pasted),
  })
  const text = useDeferredValue(draft.text)
  const { way, joined } = draft
  const parts = useMemo(
    () => joinParts(splitAnswers(text.slice(0, maxRead), { way, own }), text, joined),
    [text, way, own, joined],
  )
  return {
    text: draft.text,
    way,
    parts,
    fitting: parts.filter((part) => part.text.length <= maxAnswerLength).map((part) => part.text),
    setText: (value: string) => setDraft({ ...draft, text: value, joined: [] }),
    addText: (more: string) => setDraft(withText(draft, more)),
    setWay: (chosen: SplitWay) => setDraft({ ...draft, way: chosen, joined: [] }),
    join: (start: number) => setDraft({ ...draft, joined: [...joined, start] }),
    clear: clearDraft,
  }
}

/** Takes answers that were copied one by one or many at once, and shows how they are split before they are kept. */
export function PasteAnswersDialog(props: PasteAnswersDialogProps) {
  const { postingId, onClose } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = usePasted(props)
  const { fitting } = draft
  const form = useForm({
    change: useAddAnswers(postingId),
    read: () => ({ success: true as const, data: fitting }),
    onSuccess: () => {
      draft.clear()
      onClose()
    },
  })

  /** A paste beside the text goes to it, too. */
  function paste(event: ClipboardEvent) {
    if (event.target instanceof HTMLTextAreaElement) return
    event.preventDefault()
    draft.addText(event.clipboardData.getData('text/plain'))
    area.current?.focus()
  }
  const clear = () => {
    draft.clear()
    area.current?.focus()
  }
  return (
    <Dialog onClose={onClose} coversPhone className={dialogStyle}>
      <div onPaste={paste} className="flex min-h-0 flex-1 flex-col">
        <div className="flex items-start justify-between gap-3 border-b border-subtle pt-2 pr-3 pb-2 pl-6 max-sm:pl-4">
          <DialogTitle className="pt-1.5 text-[18px] leading-6 font-semibold tracking-[-0.01em]">
            Paste answers
          </DialogTitle>
          <IconButton label="Close" onClick={onClose}>
            <X size={16} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </div>
        <Form
          {...form}
          id="paste-answers"
          className="grid min-h-0 flex-1 grid-cols-2 max-md:grid-cols-1 max-md:overflow-y-auto"
        >
          <div className="min-h-0 px-6 py-4 max-sm:px-4 md:overflow-y-auto md:border-r md:border-subtle">
            <TextArea
              label="Text"
              name="text"
              rows={20}
              value={draft.text}
              onValue={draft.setText}
              areaRef={area}
              hint="A line of --- separates texts that were copied from different places."
            />
            <FormError />
          </div>
          <div className="min-h-0 px-6 py-4 max-sm:px-4 md:overflow-y-auto">
            <Parts {...props} draft={draft} />
          </div>
        </Form>
        <div className="flex shrink-0 flex-wrap items-center gap-2 border-t border-subtle bg-sunken px-6 py-3 max-sm:px-4">
          {draft.text && (
            <Button variant="ghost" onPress={clear}>
              Clear
            </Button>
          )}
          <span className="flex-1" />
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="paste-answers"
            variant="primary"
            isLoading={form.isPending}
            isDisabled={fitting.length === 0}
          >
            {fitting.length > 1 ? `Add ${formatCount(fitting.length)} answers` : 'Add answer'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const dialogStyle = 'flex h-[calc(100dvh-32px)] max-h-190 w-245 flex-col max-sm:h-full max-sm:max-h-none max-sm:w-full'

type PartsProps = PasteAnswersDialogProps & { draft: ReturnType<typeof usePasted> }

/** The answers of the text, and how it is split into them. */
function Parts({ draft: { parts, fitting, way, setWay, join }, answers, facts, own }: PartsProps) {
  const known = useMemo(() => new Set(answers.map((answer) => answer.text)), [answers])
  if (parts.length === 0)
    return (
      <EmptyState
        icon={<ClipboardPaste size={24} strokeWidth={1.6} aria-hidden="true" />}
        title="Paste one answer, or many"
        text="Emails with their heads, chats or text messages. You see how they are split before they are kept."
      />
    )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="tabular-nums text-table font-medium">
          {countOf(parts.length, 'answer')} in this text
        </p>
        <ChoiceMenu label="Split" choices={ways} chosen={way} onChoose={setWay} />
      </div>
      {fitting.length < parts.length && (
        <div className="mb-3">
          <Banner title="An answer is too long.">
            One has {formatCount(maxAnswerLength)} characters at most. Split the text, or leave out what was quoted.
          </Banner>
        </div>
      )}
      <ol className="flex flex-col gap-2">
        {parts.map((part, at) => (
          <Part
            key={part.start}
            part={part}
            number={at + 1}
            isKnown={known.has(cleanAnswer(part.text))}
            row={toRow(asAnswer(part), facts, own)}
            onJoin={at === 0 ? undefined : () => join(part.start)}
          />
        ))}
      </ol>
    </>
  )
}

/** Adds a text below the one that is there, unless that has it already. */
function withText(kept: typeof empty, more: string): typeof empty {
  const before = kept.text.trimEnd()
  if (!more.trim() || before.includes(more.trim())) return kept
  return { ...kept, text: before ? `${before}\n---\n${more}` : more }
}

/** Joins the parts that begin at these places to the ones before them, with what stands between. */
function joinParts(parts: AnswerPart[], text: string, joined: readonly number[]): AnswerPart[] {
  const all: AnswerPart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last && joined.includes(part.start)) last.text = text.slice(last.start, part.start + part.text.length)
    else all.push({ ...part })
  }
  return all
}

const shown = new Map<string, OfferAnswer>()

/** What the answer will be once it is kept; the same one for the same text, which is read once. */
function asAnswer({ text }: AnswerPart): OfferAnswer {
  const known = shown.get(text)
  if (known) return known
  if (shown.size > 500) shown.clear()
  const answer = { id: text, text, pastedAt: new Date().toISOString(), isStarred: false, repliedAt: null }
  shown.set(text, answer)
  return answer
}

type PartProps = { part: AnswerPart; number: number; row: OfferRow; isKnown: boolean; onJoin: (() => void) | undefined }

/** One answer of the text: how it begins, and what of it is read. */
const Part = ({ part, number, row, isKnown, onJoin }: PartProps) => (
  <li className="rounded-sm border border-default bg-surface px-3 py-2 text-table">
    <div className="flex items-center justify-between gap-3">
      <span className="min-w-0 truncate font-medium">
        {number}. <bdi>{nameOf(row)}</bdi>
      </span>
      <span className="tabular-nums shrink-0 font-semibold">
        <AskValue row={row} />
      </span>
    </div>
    <p className="line-clamp-2 text-caption wrap-anywhere text-secondary">{part.text.slice(0, 300)}</p>
    <div className="mt-1 flex items-center gap-3 text-caption text-secondary">
      <span className="tabular-nums truncate">
        MC <First readings={row.fields.mc}>{(mc) => mc}</First>, empty in <EmptyIn row={row} />
      </span>
      <span className="flex-1" />
      {isKnown && <span className="shrink-0 text-warning-text">Here already</span>}
      {onJoin && (
        <button
          type="button"
          onClick={onJoin}
          className="min-h-6 shrink-0 font-medium text-accent-text hover:underline max-sm:min-h-9"
          aria-label={`Join answer ${number} to the one above`}
        >
          Join to the one above
        </button>
      )}
    </div>
  </li>
)
