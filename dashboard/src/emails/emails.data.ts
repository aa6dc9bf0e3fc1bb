import type { EmailCounts } from '@loadping/contract/emails/email-state'
import type { EmailGroup, EmailPage, SentEmail } from '@loadping/contract/emails/emails'
import type { TestEmail } from '@loadping/contract/inquiries/inquiries'
import { Problem } from '@loadping/contract/wire/problem'
import { type InfiniteData, queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useApi } from '../api.ts'
import { errorMessage, isOutcomeUnknown } from '../error-message.ts'
import { paths } from '../paths.ts'
import { refresh, refreshFeatures, type Touched } from '../query-client.ts'
import { createRequestKeys } from '../request-keys.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { usePagedQuery } from '../use-paged-query.ts'
import { useUndoableChange } from '../use-undoable-change.ts'

const listKey = ['emails', 'list']
const countsKey = ['emails', 'counts']
/** Of a change of an email that the home page counts or lists. */
const meta: Touched = { features: ['emails', 'home', 'account'] }
const inFlightMilliseconds = 2_000
const idleMilliseconds = 30_000

/** Whether its state changes soon, so that it is asked for often. */
export const isInFlight = ({ state }: SentEmail): boolean => state === 'queued' || state === 'sending'

/** The user's emails, newest first, page by page; fetched again often while one of them is in flight. */
export function useEmailList({ group, search }: { group: EmailGroup | 'all'; search: string }) {
  const api = useApi()
  const { pages, more } = usePagedQuery({
    queryKey: [...listKey, group, search],
    fetchPage: (before) =>
      api.emails.listEmails({
        query: {
          ...(group !== 'all' && { group }),
          ...(search && { search }),
          ...(before && { before }),
        },
      }),
    refetchInterval: (loaded) =>
      loaded.some(({ emails }) => emails.some(isInFlight)) ? inFlightMilliseconds : idleMilliseconds,
  })
  return { emails: pages.flatMap(({ emails }) => emails), more }
}

/**
 * How many emails wait or need attention; undefined while loading. The list is fetched again when more or fewer need
 * it.
 */
export function useEmailCounts(): EmailCounts | undefined {
  const api = useApi()
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: countsKey,
    queryFn: async () => {
      const counts = await api.emails.countEmails()
      const countsBefore = queryClient.getQueryData<EmailCounts>(countsKey)
      const isSame = !countsBefore || (countsBefore.failed === counts.failed && countsBefore.unknown === counts.unknown)
      if (!isSame) refresh(queryClient, listKey)
      return counts
    },
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? inFlightMilliseconds : idleMilliseconds),
    refetchOnWindowFocus: 'always',
  }).data
}

function useDetailsQuery(id: string) {
  const api = useApi()
  return queryOptions({
    queryKey: ['emails', id, 'details'],
    queryFn: () => api.emails.getEmailDetails({ params: { id } }),
  })
}

/** The exact email that was sent, and what it was made from. */
export const useEmailDetails = (id: string) => useSuspenseQuery(useDetailsQuery(id)).data

/** The load of one of the user's emails, as it was posted; none without an id. */
export const useEmailedLoad = (id: string | undefined) =>
  useQuery({ ...useDetailsQuery(id ?? ''), enabled: id !== undefined, select: ({ load }) => load })

/** The user's newest emails; none while loading and when they cannot be loaded. */
export function useRecentEmails(): SentEmail[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['emails', 'recent'],
    queryFn: () => api.emails.listEmails({ query: {} }),
  })
  return data?.emails ?? []
}

/** Sends a template, saved or not, to the user's own address. */
export function useSendTestEmail() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['emails', 'test'],
    meta: { features: ['emails', 'account'] },
    mutationFn: (body: TestEmail) => api.inquiries.sendTestEmail({ body }),
    onSuccess: ({ to }) => showToast(`Test sent to ${to}`, 'success'),
    onError: shownByForm,
  })
}

/** Cancels an email that was not delivered yet. */
export function useUndo() {
  const api = useApi()
  const updateInPlace = useUpdateInPlace()
  const showToast = useToast()
  return useChange({
    mutationKey: ['emails', 'undo'],
    meta,
    mutationFn: (id: string) => api.inquiries.undoEmail({ params: { id } }),
    onSuccess: (email) => {
      updateInPlace(email)
      showToast(undoneText(email.to), 'success')
    },
  })
}

/** Tries a waiting email at once. */
export function useRetry() {
  const api = useApi()
  const updateInPlace = useUpdateInPlace()
  return useChange({
    mutationKey: ['emails', 'retry'],
    meta,
    mutationFn: (id: string) => api.inquiries.retryEmail({ params: { id } }),
    onSuccess: (email) => updateInPlace(email),
  })
}

/** Sends an email again; without a response it can be tried again and is still sent once. */
export function useResend() {
  const api = useApi()
  const queryClient = useQueryClient()
  const updateInPlace = useUpdateInPlace()
  const showToast = useToast()
  const navigate = useNavigate()
  const resending = useUndoableChange({
    mutationKey: ['emails', 'resend'],
    meta,
    mutationFn: (id: string) =>
      api.inquiries.resendEmail({ params: { id }, headers: { 'idempotency-key': resendKeys.of(id) } }),
    undoFn: async ({ id }) => updateInPlace(await api.inquiries.undoEmail({ params: { id } })),
    onSuccess: (email, id) => {
      resendKeys.forget(id)
      updateInPlace({ id, needsAttention: false, resentAs: email.id })
    },
    tell: ({ to }) => ({ text: `Resending to ${to}` }),
    tellUndone: ({ to }) => ({ text: undoneText(to) }),
    onError: (error, id) => {
      if (isOutcomeUnknown(error))
        return showToast(errorMessage(error), 'error', { label: 'Try again', onPress: () => resending.mutate(id) })
      resendKeys.forget(id)
      const code = error instanceof Problem && error.code
      if (code === 'too-late') showToast(error.message, 'info')
      else if (code === 'plan-limit')
        showToast(error.message, 'error', { label: 'See plans', onPress: () => void navigate(paths.pricing) })
      else showToast(errorMessage(error), 'error')
      refreshFeatures(queryClient, meta)
    },
  })
  return resending
}

const undoneText = (to: string): string => `Undone. ${to} won't get this email.`

const resendKeys = createRequestKeys()

/** Removes an email from those that need attention. */
export function useDismiss() {
  const api = useApi()
  const updateInPlace = useUpdateInPlace()
  return useChange({
    mutationKey: ['emails', 'dismiss'],
    meta,
    mutationFn: (id: string) => api.emails.dismissEmail({ params: { id } }),
    onSuccess: (email) => updateInPlace(email),
  })
}

export function useDismissAll() {
  const api = useApi()
  return useChange({
    mutationKey: ['emails', 'dismiss-all'],
    meta,
    mutationFn: () => api.emails.dismissEmails(),
  })
}

/** Updates an email in every list that shows it. */
function useUpdateInPlace() {
  const queryClient = useQueryClient()
  return (changed: Pick<SentEmail, 'id'> & Partial<SentEmail>) => {
    const updatePage = ({ emails, next }: EmailPage) => ({
      next,
      emails: emails.map((email) => (email.id === changed.id ? { ...email, ...changed } : email)),
    })
    queryClient.setQueriesData<InfiniteData<EmailPage>>(
      { queryKey: listKey },
      (data) => data && { ...data, pages: data.pages.map(updatePage) },
    )
  }
}
