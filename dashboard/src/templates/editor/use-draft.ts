import { useEffect, useEffectEvent, useState } from 'react'
import { useMe } from '../../account/account.data.ts'
import { dropDraft, keepDraft } from '../../session/device-drafts.ts'
import { type Draft, isSameDraft } from '../draft.ts'
import { dropDraftsUntil, findKeptDraft, pageKeyOf } from './device-drafts.ts'

/** After the last key. */
const keepDelayMs = 500

/** A template being edited. Half a second after each change it is kept on this device, until it is saved. */
export function useDraft(stored: Draft, initial: Draft) {
  const { data: me } = useMe()
  const [restored, setRestored] = useState(() => {
    const kept = findKeptDraft(me.userId, stored.id)
    return kept && initial === stored && !isSameDraft(kept.draft, stored) ? kept : undefined
  })
  const [draft, setDraft] = useState(restored?.draft ?? initial)
  const [saved, setSaved] = useState(stored)
  const [pageId] = useState(() => crypto.randomUUID())
  const ownKey = pageKeyOf(me.userId, saved.id, pageId)
  const [kept, setKept] = useState<{ draft: Draft; at: Date | undefined } | undefined>(restored)
  const isDirty = !isSameDraft(draft, saved)

  function keep(now = draft) {
    if (!isDirty) return
    setKept({ draft: now, at: keepDraft(ownKey, now) })
    if (restored) dropDraft(restored.key)
  }

  const keepNow = useEffectEvent(keep)
  useEffect(() => {
    const timer = setTimeout(() => keepNow(draft), keepDelayMs)
    return () => clearTimeout(timer)
  }, [draft])

  useEffect(() => {
    const leave = () => keepNow()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [])

  /** Takes what the server has; text that was typed since `from` stays. */
  function adopt(template: Draft, from: Draft) {
    dropDraft(ownKey)
    if (restored) {
      dropDraft(restored.key)
      if (stored.id) dropDraftsUntil(restored.at, me.userId, stored.id)
    }
    setRestored(undefined)
    setSaved(template)
    setDraft((now) => (isSameDraft(now, from) ? template : { ...now, ...idAndVersionOf(template) }))
  }

  return {
    draft,
    saved,
    isDirty,
    restored,
    adopt,
    keptAt: kept && isSameDraft(kept.draft, draft) ? kept.at : undefined,
    keep: () => keep(),
    change: (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })),
  }
}

const idAndVersionOf = ({ id, version }: Draft) => ({ ...(id && { id }), ...(version && { version }) })
