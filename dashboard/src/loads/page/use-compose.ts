import type { User } from '@loadping/contract/account/account'
import type { LoadPage } from '@loadping/contract/loads/saved-loads'
import { Problem } from '@loadping/contract/wire/problem'
import { useState } from 'react'
import { useTemplates } from '../../templates/templates.data.ts'
import { useNow } from '../../ui/use-now.ts'
import { useDeviceDraft } from '../../use-device-draft.ts'
import { ComposeDraft, type Composed, compose, emptyDraft } from './compose-draft.ts'
import { useSendInquiry, useSentEmail, useUndoSend } from './load-page.data.ts'
import { listRecentContacts, type RecentContact } from './recent-contacts.ts'
import { useSendQuestions } from './use-send-questions.ts'
import { useSender } from './use-sender.ts'
import type { Trip } from './use-trip.ts'

/** The email that was sent last, by user and load, so that coming back can still undo it. */
const sentIds = new Map<string, string>()

export type Compose = ReturnType<typeof useCompose>

/** The email that the user composes for a load, and what became of it. */
export function useCompose(
  { load: { id, facts }, ...page }: LoadPage,
  { trip, me: { userId, accountVerified }, floorCents }: { trip: Trip; me: User; floorCents: number | undefined },
) {
  const key = `${userId} ${id}`
  const templates = useTemplates()
  const { draft, setDraft, clearDraft } = useDeviceDraft({
    place: `ask.${id}`,
    schema: ComposeDraft,
    empty: emptyDraft,
  })
  const { sentId, keepSent } = useSentId(key)
  const [refused, setRefused] = useState<RecentContact[]>([])
  const [suspicious, setSuspicious] = useState<string>()
  const [isVerifyAsked, setVerifyAsked] = useState(false)
  const email = useSentEmail(sentId)
  const send = useSendInquiry(id)
  const undo = useUndoSend(id)

  const contacts = listRecentContacts({ ...page, refused, now: useNow().getTime(), userId })
  const composed = compose(templates, draft, {
    loadId: id,
    facts,
    trip,
    isConfirmed: contacts.length > 0,
    suspicious,
    profile: useSender(),
  })

  const { asksFirst, ...questions } = useSendQuestions({ trip, key, floorCents, askCents: composed?.askCents })

  function submit({ inquiry, to }: Composed) {
    if (!inquiry) return
    if (!accountVerified) return setVerifyAsked(true)
    if (asksFirst()) return
    send.mutate(inquiry, {
      onSuccess: (sent) => {
        clearDraft()
        setRefused([])
        keepSent(sent.id)
      },
      onError: (error) => {
        if (!(error instanceof Problem)) return
        if (error.code === 'suspicious-recipient') setSuspicious(to)
        if (error.code !== 'already-contacted') return
        const { previous = [] } = error.details
        setRefused(previous.map(({ userId: by, at, askCents }) => ({ by, at, askCents, type: 'EMAIL' })))
      },
    })
  }

  return {
    templates,
    draft,
    change: (changes: Partial<ComposeDraft>) => setDraft((now) => ({ ...now, ...changes })),
    composed,
    contacts,
    ...questions,
    noTruck: trip.noTruck,
    email: email?.state === 'undone' ? undefined : email,
    error: send.error,
    isSending: send.isPending,
    isVerifyAsked,
    askVerify: () => setVerifyAsked(true),
    closeVerify: () => setVerifyAsked(false),
    submit: () => composed && submit(composed),
    keepSent,
    isUndoing: undo.isPending,
    undo: () => sentId !== undefined && undo.mutate(sentId, { onSuccess: () => keepSent(undefined) }),
    composeAnother: () => {
      send.reset()
      keepSent(undefined)
    },
  }
}

/** Keeps the email that was sent last while the page is left. */
function useSentId(key: string) {
  const [sentId, setSentId] = useState(sentIds.get(key))
  function keepSent(emailId: string | undefined) {
    if (emailId === undefined) sentIds.delete(key)
    else sentIds.set(key, emailId)
    setSentId(emailId)
  }
  return { sentId, keepSent }
}
