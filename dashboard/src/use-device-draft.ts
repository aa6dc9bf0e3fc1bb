import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { useMe } from './account/account.data.ts'
import { draftKeyOf, dropDraft, keepDraft, readDraft } from './session/device-drafts.ts'

type DeviceDraft<Draft> = {
  /** What the text is for, such as one load's note. */
  place: string
  schema: z.ZodMiniType<Draft>
  empty: Draft
  /** Changes what was kept before it is shown. */
  begin?: (kept: Draft) => Draft
}

/** What a user typed and has not sent: neither closing its part of the page nor a reload loses it. */
export function useDeviceDraft<Draft>({ place, schema, empty, begin = (kept) => kept }: DeviceDraft<Draft>) {
  const key = draftKeyOf(useMe().data.userId, place)
  const [draft, setDraft] = useState(() => begin(readDraft(key, schema)?.draft ?? empty))

  useEffect(() => {
    if (JSON.stringify(draft) === JSON.stringify(empty)) dropDraft(key)
    else keepDraft(key, draft)
  }, [key, draft, empty])

  return {
    draft,
    setDraft,
    /** Forgets it at once, also when its part of the page goes with this. */
    clearDraft: () => {
      dropDraft(key)
      setDraft(empty)
    },
  }
}
