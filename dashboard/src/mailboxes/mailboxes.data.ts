import type { Mailbox, SmtpDraft } from '@loadping/contract/mailboxes'
import { Problem } from '@loadping/contract/problem'
import type { IdentityProviderId } from '@loadping/contract/sign-in'
import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '../api.ts'
import { takeMailboxCode } from '../session/mailbox-code.ts'
import { createChallenge, dropVerifier, findVerifier, isVerifierLasting } from '../session/verifier.ts'
import { useToast } from '../ui/toast.tsx'
import { useSingleFlightMutation } from '../use-single-flight-mutation.ts'

const mailboxesKey = ['mailboxes']
const meta = { feature: 'mailboxes' }

/** From where the caller's mail can leave: the one that sends first, then the newest. */
export const useMailboxes = () => useSuspenseQuery(useMailboxesQuery()).data

/** The mail server that is or was connected; undefined also while that is on its way. */
export const useKnownServer = () =>
  useQuery(useMailboxesQuery()).data?.find(({ kind }) => kind === 'smtp')?.server ?? undefined

function useMailboxesQuery() {
  const api = useApi()
  return queryOptions({
    queryKey: mailboxesKey,
    queryFn: () => api.mailboxes.listMailboxes(),
    refetchOnWindowFocus: 'always',
  })
}

/** Takes the browser to Google or Outlook, to ask for the leave to send. */
export function useConnect() {
  const api = useApi()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['mailboxes', 'connect'],
    mutationFn: async (kind: IdentityProviderId) => {
      const challenge = await createChallenge()
      if (!challenge || !isVerifierLasting())
        throw new Problem('not-allowed', 'This browser keeps nothing for this site, so nothing could come back to it.')
      return api.mailboxes.startConnect({ params: { kind }, body: { challenge } })
    },
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => fail(error),
  })
}

/** Connects the mailbox whose code the address brought, once; one that nobody answered can be tried again. */
export function useFinishConnecting() {
  const api = useApi()
  const showToast = useToast()
  const fail = useFailure()
  const { mutate, isPending } = useSingleFlightMutation({
    mutationKey: ['mailboxes', 'finish'],
    meta,
    mutationFn: async (code: string) => {
      const verifier = findVerifier()
      if (!verifier)
        throw new Problem('not-allowed', 'That was started in another browser. Connect the mailbox again here.')
      return api.mailboxes.finishConnect({ body: { code, verifier } })
    },
    onSuccess: () => {
      dropVerifier()
      showToast('Mailbox connected', 'success')
    },
    onError: (error, code) =>
      isUnanswered(error)
        ? showToast(errorMessage(error), 'error', { label: 'Try again', onPress: () => mutate(code) })
        : fail(error),
  })

  const arrive = useEffectEvent(() => {
    const code = takeMailboxCode()
    if (code !== undefined) mutate(code)
  })
  useEffect(() => arrive(), [])
  return isPending
}

/** Connects a server; why that failed stands beside its form. */
export function useConnectSmtp() {
  const api = useApi()
  const showToast = useToast()
  return useSingleFlightMutation({
    mutationKey: ['mailboxes', 'smtp'],
    meta,
    mutationFn: (body: SmtpDraft) => api.mailboxes.connectSmtp({ body }),
    onSuccess: () => showToast('Mailbox connected', 'success'),
  })
}

/** Sends a message from a mailbox to itself. */
export function useTestMailbox() {
  const api = useApi()
  const showToast = useToast()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['mailboxes', 'test'],
    meta,
    mutationFn: ({ kind }: Mailbox) => api.mailboxes.testMailbox({ params: { kind } }),
    onSuccess: (_answer, { address }) => showToast(`The test was sent to ${address}`, 'success'),
    onError: (error) => fail(error),
  })
}

export function useSelectMailbox() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['mailboxes', 'select'],
    meta,
    mutationFn: ({ kind }: Mailbox) => api.mailboxes.setDefaultMailbox({ params: { kind } }),
    onSuccess: (mailboxes) => {
      queryClient.setQueryData(mailboxesKey, mailboxes)
      showToast('New mail leaves from there now', 'success')
    },
    onError: (error) => fail(error),
  })
}

export function useDisconnect() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['mailboxes', 'disconnect'],
    meta,
    mutationFn: ({ kind }: Mailbox) => api.mailboxes.disconnectMailbox({ params: { kind } }),
    onSuccess: (_answer, gone) => {
      queryClient.setQueryData<Mailbox[]>(mailboxesKey, (mailboxes) =>
        mailboxes?.filter(({ kind }) => kind !== gone.kind),
      )
      void queryClient.invalidateQueries({ queryKey: ['emails'] })
      showToast('Mailbox disconnected', 'success')
    },
    onError: (error) => fail(error),
  })
}

/** What went wrong, in the words of whoever refused. */
export const errorMessage = (error: Error): string =>
  error instanceof Problem ? error.message : 'Something went wrong. Nothing you typed is lost.'

/** Whether nobody knows what became of a request, so that the same one may be sent again. */
export const isUnanswered = (error: Error): boolean =>
  !(error instanceof Problem) || ['unavailable', 'unexpected', 'busy'].includes(error.code)

/** Says why a change was refused, and fetches the truth, as a refusal may have changed it. */
function useFailure(): (error: Error) => void {
  const queryClient = useQueryClient()
  const showToast = useToast()
  return (error) => {
    showToast(errorMessage(error), 'error')
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [feature] }) => feature === 'mailboxes' || feature === 'account',
    })
  }
}
