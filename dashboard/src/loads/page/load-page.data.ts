import type { Inquiry } from '@loadping/contract/inquiries/inquiries'
import type { Reply } from '@loadping/contract/inquiries/replies'
import type { LoadCorrection } from '@loadping/contract/loads/loads.api'
import type { LoadPage } from '@loadping/contract/loads/saved-loads'
import { Problem } from '@loadping/contract/wire/problem'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { isInFlight } from '../../emails/emails.data.ts'
import { isOutcomeUnknown } from '../../error-message.ts'
import type { Touched } from '../../query-client.ts'
import { createRequestKeys } from '../../request-keys.ts'
import { useToast } from '../../ui/toast.ts'
import { shownByForm, useChange } from '../../use-change.ts'
import { loadPageKey } from '../query-keys.ts'
import { isChangingLoads } from '../shown-changes.data.ts'

const afterSend: Touched = { features: ['loads', 'emails', 'home', 'account', 'truck-board'] }
const pageMs = 20_000
const inFlightMs = 1_000

/** A load of the user or a teammate with its history, which teammates add to. */
export function useLoadPage(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useSuspenseQuery({
    queryKey: loadPageKey(id),
    queryFn: async () => {
      const page = await api.loads.getLoad({ params: { id } })
      const shownPage = queryClient.getQueryData<LoadPage>(loadPageKey(id))
      // What a change in flight shows stays; its answer fetches the page again.
      return shownPage && isChangingLoads(queryClient) ? { ...page, load: shownPage.load } : page
    },
    refetchInterval: pageMs,
    refetchOnWindowFocus: 'always',
  }).data
}

/** Corrects facts of the user's own load; the form shows a failure. */
export function useCorrectLoad(id: string) {
  const api = useApi()
  return useChange({
    mutationKey: ['loads', 'correct', id],
    meta: { features: ['loads'] },
    mutationFn: (facts: LoadCorrection) => api.loads.changeLoad({ params: { id }, body: { facts } }),
    onError: shownByForm,
  })
}

/** What a link shows. */
export function useSharedLoad(key: string) {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['loads', 'shared', key],
    queryFn: () => api.loads.getSharedLoad({ params: { key } }),
    retry: false,
  }).data
}

/** What was asked before on the lane and of the broker. */
export function useLoadMemory(id: string) {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['loads', 'memory', id],
    queryFn: () => api.loads.getLoadMemory({ params: { id } }),
  }).data
}

/** Creates a link to the plan of a load, which ends the earlier one. */
export function useCreateLink(id: string) {
  const api = useApi()
  return useChange({
    mutationKey: ['loads', 'create-link', id],
    meta: { features: ['loads'] },
    mutationFn: () => api.loads.createLoadLink({ params: { id } }),
  })
}

export function useRevokeLink(id: string) {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['loads', 'revoke-link', id],
    meta: { features: ['loads'] },
    mutationFn: () => api.loads.revokeLoadLink({ params: { id } }),
    onSuccess: () => showToast('The link no longer works', 'success'),
  })
}

/** Sends an inquiry about a load. Without a response it can be sent again, and arrives once. */
/** What the price, text or truck of an email comes from, by the first word of its query key. */
const changing = [['trucks'], ['templates'], ['loads']]

export function useSendInquiry(loadId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const settle = (inquiry: Inquiry) => unanswered.delete(contentOf(inquiry))
  return useChange({
    mutationKey: ['loads', 'send', loadId],
    meta: afterSend,
    mutationFn: async (inquiry: Inquiry) => {
      try {
        return await api.inquiries.sendEmail(requestOf(inquiry))
      } catch (error) {
        if (error instanceof Problem && error.code === 'already-contacted')
          await queryClient.refetchQueries({ queryKey: loadPageKey(loadId) }) // shows who contacted the broker
        if (error instanceof Problem && error.code === 'price-changed')
          await Promise.all(changing.map((queryKey) => queryClient.refetchQueries({ queryKey })))
        throw error
      }
    },
    onSuccess: (email, inquiry) => {
      settle(inquiry)
      queryClient.setQueryData(['emails', email.id], email)
    },
    onError: (error, inquiry) => {
      if (!isOutcomeUnknown(error)) settle(inquiry)
    },
  })
}

type Request = { headers: { 'idempotency-key': string }; body: Inquiry }

/**
 * Requests without a response, by their content. A retry repeats them with the same key, so that it sends nothing
 * twice.
 */
const unanswered = new Map<string, Request>()

const contentOf = ({ confirmed: _, ...content }: Inquiry): string => JSON.stringify(content)

function requestOf(inquiry: Inquiry): Request {
  const content = contentOf(inquiry)
  const request = unanswered.get(content) ?? {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: inquiry,
  }
  unanswered.set(content, request)
  return request
}

/** What a reply to the counter of the user's own load needs; not asked for without a counter. */
export function useReplyOffer(loadId: string, hasCounter: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: ['loads', 'reply', loadId],
    queryFn: () => api.inquiries.getReplyOffer({ params: { id: loadId } }),
    enabled: hasCounter,
    staleTime: 0,
  })
}

const replyKeys = createRequestKeys()

/** Answers a counter. Without a response it can be sent again, and arrives once. */
export function useSendReply(loadId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['loads', 'reply', loadId],
    meta: afterSend,
    mutationFn: (reply: Reply) => {
      const headers = { 'idempotency-key': replyKeys.of(JSON.stringify(reply)) }
      return api.inquiries.sendReply({ params: { id: loadId }, headers, body: reply })
    },
    onSuccess: (email, reply) => {
      replyKeys.forget(JSON.stringify(reply))
      queryClient.setQueryData(['emails', email.id], email)
    },
    onError: async (error, reply) => {
      if (!isOutcomeUnknown(error)) replyKeys.forget(JSON.stringify(reply))
      // The counter, the truck or another tab's reply is shown before the next click.
      await Promise.all(changing.map((queryKey) => queryClient.refetchQueries({ queryKey })))
    },
  })
}

/** An email that was just sent, fetched again while it is in flight. */
export function useSentEmail(id: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['emails', id],
    queryFn: () => api.emails.getEmail({ params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && isInFlight(data) ? inFlightMs : false),
  }).data
}

/** Undoes an email in its first seconds; the load is as it was. */
export function useUndoSend(loadId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['loads', 'undo-send', loadId],
    meta: afterSend,
    mutationFn: (id: string) => api.inquiries.undoEmail({ params: { id } }),
    onSuccess: (email) => queryClient.setQueryData(['emails', email.id], email),
  })
}
