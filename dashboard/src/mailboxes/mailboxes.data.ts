import type { Mailbox, MailboxName, SmtpDraft } from '@loadping/contract/mailboxes/mailboxes'
import type { MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '../api.ts'
import { errorMessage, isOutcomeUnknown } from '../error-message.ts'
import type { Touched } from '../query-client.ts'
import { takeMailboxCode } from '../session/mailbox-code.ts'
import { createChallenge, findVerifier, isVerifierLasting } from '../session/verifier.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'

const mailboxesKey = ['mailboxes']
const meta: Touched = { features: ['mailboxes', 'account', 'home'] }

/** The user's mailboxes: the default first, then the newest. */
export const useMailboxes = () => useSuspenseQuery(useMailboxesQuery()).data

/** The user's SMTP mailboxes, those to reconnect first; none while loading. */
export const useServerMailboxes = (): Mailbox[] =>
  (useQuery(useMailboxesQuery()).data ?? [])
    .filter(({ kind }) => kind === 'smtp')
    .toSorted((a, b) => Number(a.failure === null) - Number(b.failure === null))

/** The mailbox that new emails are sent from; undefined while loading and without one. */
export const useDefaultMailbox = (): Mailbox | undefined =>
  useQuery(useMailboxesQuery()).data?.find(({ isDefault }) => isDefault)

function useMailboxesQuery() {
  const api = useApi()
  return queryOptions({
    queryKey: mailboxesKey,
    queryFn: () => api.mailboxes.listMailboxes(),
    refetchOnWindowFocus: 'always',
  })
}

const nameOf = ({ kind, address }: Mailbox): MailboxName => ({ kind, address })

/** Goes to Google or Outlook to ask for the send permission. */
export function useConnect() {
  const api = useApi()
  return useChange({
    mutationKey: ['mailboxes', 'connect'],
    meta,
    mutationFn: async (kind: MailProviderId) => {
      const challenge = await createChallenge()
      if (!challenge || !isVerifierLasting())
        throw new Problem('not-allowed', 'Your browser is blocking storage for this site. Allow it and try again.')
      return api.mailboxes.startConnect({ params: { kind }, body: { challenge } })
    },
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

/** Connects the mailbox whose one-time code came in the URL, once; without a response it can be tried again. */
export function useFinishConnect() {
  const api = useApi()
  const showToast = useToast()
  const { mutate, isPending } = useChange({
    mutationKey: ['mailboxes', 'finish'],
    meta,
    mutationFn: async (code: string) => {
      const verifier = findVerifier()
      if (!verifier)
        throw new Problem('not-allowed', 'You started this in another browser. Connect the mailbox again here.')
      return api.mailboxes.finishConnect({ body: { code, verifier } })
    },
    onSuccess: (mailbox) => showToast(connectedText(mailbox), 'success'),
    onError: (error, code, fail) =>
      isOutcomeUnknown(error)
        ? showToast(errorMessage(error), 'error', { label: 'Try again', onPress: () => mutate(code) })
        : fail(),
  })

  const finish = useEffectEvent(() => {
    const code = takeMailboxCode()
    if (code !== undefined) mutate(code)
  })
  useEffect(() => finish(), [])
  return isPending
}

/** What to say of a mailbox that was just connected. */
export const connectedText = ({ address, isDefault }: Mailbox): string =>
  isDefault ? `Mailbox connected. New emails are sent from ${address}.` : `${address} is connected again`

/** Connects an SMTP server, or has a code emailed to its address, and returns no mailbox. */
export function useConnectSmtp(onConnected: (mailbox: Mailbox) => void) {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['mailboxes', 'smtp'],
    meta,
    mutationFn: (body: SmtpDraft) => api.mailboxes.connectSmtp({ body }),
    onSuccess: ({ mailbox }) => {
      if (!mailbox) return
      onConnected(mailbox)
      showToast(connectedText(mailbox), 'success')
    },
    onError: shownByForm,
  })
}

/** Sends a test email from a mailbox to itself. */
export function useTestMailbox() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['mailboxes', 'test'],
    meta,
    mutationFn: (mailbox: Mailbox) => api.mailboxes.testMailbox({ body: nameOf(mailbox) }),
    onSuccess: (_answer, { address }) => showToast(`Test email sent to ${address}`, 'success'),
  })
}

export function useSetDefaultMailbox() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useChange({
    mutationKey: ['mailboxes', 'default'],
    meta,
    mutationFn: (mailbox: Mailbox) => api.mailboxes.setDefaultMailbox({ body: nameOf(mailbox) }),
    onSuccess: (mailboxes, { address }) => {
      queryClient.setQueryData(mailboxesKey, mailboxes)
      showToast(`New emails are sent from ${address}`, 'success')
    },
  })
}

export function useDisconnect() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useChange({
    mutationKey: ['mailboxes', 'disconnect'],
    meta: { features: ['mailboxes', 'emails', 'account', 'home'] },
    mutationFn: (mailbox: Mailbox) => api.mailboxes.disconnectMailbox({ body: nameOf(mailbox) }),
    onSuccess: (mailboxes) => {
      queryClient.setQueryData(mailboxesKey, mailboxes)
      showToast('Mailbox disconnected', 'success')
    },
  })
}

const offerMs = 30_000

/** What the default mailbox could send of what waits for another one; undefined while loading. */
export function useWaitingOffer() {
  const api = useApi()
  return useQuery({
    queryKey: ['mailboxes', 'waiting-offer'],
    queryFn: () => api.inquiries.getWaitingOffer(),
    refetchInterval: offerMs,
  }).data
}

/** Sends from the default mailbox what waits for another one. */
export function useMoveWaiting() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['mailboxes', 'move-waiting'],
    meta: { features: ['mailboxes', 'emails', 'home'] },
    mutationFn: (mailbox: MailboxName) => api.inquiries.moveWaitingEmails({ body: mailbox }),
    onSuccess: ({ moved }, { address }) =>
      showToast(
        moved === 0
          ? 'These emails no longer wait.'
          : `${moved === 1 ? '1 email goes' : `${moved} emails go`} out from ${address}`,
        moved === 0 ? 'info' : 'success',
      ),
  })
}
