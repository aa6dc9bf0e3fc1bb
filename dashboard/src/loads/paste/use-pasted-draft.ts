import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { useDeferredValue, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { type DraftField, type DraftTexts, draftFields, toDraftTexts } from '../../freight-text/pasted-draft.ts'
import { type PastedLoad, readPastedLoads } from '../../freight-text/pasted-load.ts'
import { useDeviceDraft } from '../../use-device-draft.ts'

/** What a user typed in a field, and what the text said there at that time. */
const Correction = z.object({ value: z.string(), readAs: z.string() })

/** A pasted text with its corrections by load, as it is kept on this device until its loads are saved. */
const Kept = z.object({
  text: z.string(),
  corrections: z.record(z.string(), Correction),
  saved: z.array(z.int()),
})
type Kept = z.infer<typeof Kept>

const empty: Kept = { text: '', corrections: {}, saved: [] }
/** How much of a text is read, so that a key pressed in a long one is not felt. */
export const maxRead = 20_000

const noLoad: PastedLoad = { fields: {}, requirements: [], notes: [] }

/** Reads a pasted text as it changes, with what the user corrected; both outlive the page. */
export function usePastedDraft(pasted: string) {
  const { draft: kept, setDraft: setKept } = useDeviceDraft({
    place: 'pasted-load',
    schema: Kept,
    empty,
    begin: (before) => withText(before, pasted),
  })
  const [chosen, setChosen] = useState(0)
  const [today] = useState(() => newYorkDay(new Date()))
  const text = useDeferredValue(kept.text.slice(0, maxRead))
  const { loads, isNoLoad } = useMemo(() => readPastedLoads(text, { today }), [text, today])

  const index = Math.min(chosen, Math.max(0, loads.length - 1))
  const load = loads[index] ?? noLoad
  const read = toDraftTexts(load, today)
  const texts = Object.fromEntries(
    draftFields.map((field) => [field, correctionOf(kept, index, field, read[field])?.value ?? read[field]]),
  ) as DraftTexts // Object.fromEntries widens the names of the fields.

  return {
    today,
    loads,
    isNoLoad,
    load,
    index,
    texts,
    read,
    text: kept.text,
    saved: kept.saved,
    isTooLong: kept.text.length > maxRead,
    isStarted: kept.text.trim() !== '' || Object.keys(kept.corrections).length > 0,
    choose: setChosen,
    setText: (next: string) => setKept({ ...kept, text: next, saved: [] }),
    addText: (more: string) => setKept(withText(kept, more)),
    correct: (field: DraftField, value: string) =>
      setKept((now) => ({
        ...now,
        corrections: { ...now.corrections, [`${index}.${field}`]: { value, readAs: read[field] } },
      })),
    clear: () => {
      setKept(empty)
      setChosen(0)
    },
    /** Marks the load as saved; returns whether others are left, and goes on with the next one. */
    markSaved: (): boolean => {
      const saved = [...kept.saved, index]
      const next = loads.findIndex((_, at) => !saved.includes(at))
      setKept(next < 0 ? empty : { ...kept, saved })
      setChosen(Math.max(0, next))
      return next >= 0
    },
  }
}

export type PastedDraft = ReturnType<typeof usePastedDraft>

/** Adds a text below the one that is there, unless that has it already. */
function withText(kept: Kept, more: string): Kept {
  const before = kept.text.trimEnd()
  if (before.includes(more.trim())) return kept
  return { ...kept, text: before ? `${before}\n\n${more}` : more, saved: [] }
}

/** A correction counts until the text says something else in its field. */
function correctionOf({ corrections }: Kept, index: number, field: DraftField, readAs: string) {
  const correction = corrections[`${index}.${field}`]
  return correction?.readAs === readAs ? correction : undefined
}
