import type { EmailCounts, EmailPage, SentEmail } from '@loadping/contract/emails'
import { Problem } from '@loadping/contract/problem'
import {
  type InfiniteData,
  useQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useApi } from '../api.ts'
import { errorMessage, isUnanswered } from '../mailboxes/mailboxes.data.ts'
import { paths } from '../paths.ts'
import { useToast } from '../ui/toast.tsx'
import { useSingleFlightMutation } from '../use-single-flight-mutation.ts'
import type { EmailFilter } from './email-filter.ts'
import { dropResendKey, keyToResend } from './resend-key.ts'

const listKey = ['emails', 'list']
const countsKey = ['emails', 'counts']
const meta = { feature: 'emails' }
const movingMilliseconds = 2_000
const restingMilliseconds = 30_000

const first: string | undefined = undefined

const isInFlight = ({ state }: SentEmail): boolean => state === 'queued' || state === 'sending'

/** The caller's messages, the newest first, page by page; asked for again while any of them may still change. */
export function useEmailList({ group, search }: EmailFilter) {
  const api = useApi()
  const { data, ...query } = useSuspenseInfiniteQuery({
    queryKey: [...listKey, group ?? 'all', search],
    queryFn: ({ pageParam }) =>
      api.emails.listEmails({
        query: {
          ...(group && { group }),
          ...(search && { search }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
      }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ emails }) => emails.some(isInFlight)) ? movingMilliseconds : restingMilliseconds,
    refetchOnWindowFocus: 'always',
  })
  return { emails: data.pages.flatMap(({ emails }) => emails), ...query }
}

/** How many messages wait or need attention; undefined until that is known. The list is asked for again when more or fewer need it. */
export function useEmailCounts(): EmailCounts | undefined {
  const api = useApi()
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: countsKey,
    queryFn: async () => {
      const counts = await api.emails.countEmails()
      const before = queryClient.getQueryData<EmailCounts>(countsKey)
      const isAsBefore = !before || (before.failed === counts.failed && before.unknown === counts.unknown)
      if (!isAsBefore) void queryClient.invalidateQueries({ queryKey: listKey })
      return counts
    },
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? movingMilliseconds : restingMilliseconds),
    refetchOnWindowFocus: 'always',
  }).data
}

/** What was sent, exactly, and what it was made of. */
export function useEmailDetails(id: string) {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['emails', id, 'details'],
    queryFn: () => api.emails.getEmailDetails({ params: { id } }),
  }).data
}

/** Takes a message back that was not handed over yet. */
export function useUndo() {
  const api = useApi()
  const change = useChangeInPlace()
  const showToast = useToast()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['emails', 'undo'],
    meta,
    mutationFn: (id: string) => api.emails.undoEmail({ params: { id } }),
    onSuccess: (email) => {
      change(email)
      showToast(`Undone. Nothing was sent to ${email.to}.`, 'success')
    },
    onError: (error) => fail(error),
  })
}

/** Sends a message once more; one that was not answered can be tried again, and is still sent once. */
export function useResend() {
  const api = useApi()
  const queryClient = useQueryClient()
  const change = useChangeInPlace()
  const showToast = useToast()
  const navigate = useNavigate()
  const { mutate: undo } = useUndo()
  const resending = useSingleFlightMutation({
    mutationKey: ['emails', 'resend'],
    meta,
    mutationFn: (id: string) =>
      api.emails.resendEmail({ params: { id }, headers: { 'idempotency-key': keyToResend(id) } }),
    onSuccess: (email, id) => {
      dropResendKey(id)
      change({ id, needsAttention: false, resentAs: email.id })
      showToast(`Sending to ${email.to} again`, 'success', { label: 'Undo', onPress: () => undo(email.id) })
    },
    onError: (error, id) => {
      if (isUnanswered(error))
        return showToast(errorMessage(error), 'error', { label: 'Try again', onPress: () => resending.mutate(id) })
      dropResendKey(id)
      const code = error instanceof Problem && error.code
      if (code === 'too-late') showToast('It was sent again already.', 'info')
      else if (code === 'plan-limit')
        showToast(error.message, 'error', { label: 'See plans', onPress: () => void navigate(paths.pricing) })
      else showToast(errorMessage(error), 'error')
      for (const feature of ['emails', 'home', 'account']) void queryClient.invalidateQueries({ queryKey: [feature] })
    },
  })
  return resending
}

/** Notes that a message was dealt with. */
export function useDismiss() {
  const api = useApi()
  const change = useChangeInPlace()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['emails', 'dismiss'],
    meta,
    mutationFn: (id: string) => api.emails.dismissEmail({ params: { id } }),
    onSuccess: (email) => change(email),
    onError: (error) => fail(error),
  })
}

/** Notes it of all messages. */
export function useDismissAll() {
  const api = useApi()
  const queryClient = useQueryClient()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['emails', 'dismiss-all'],
    meta,
    mutationFn: () => api.emails.dismissEmails(),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['home'] }),
    onError: (error) => fail(error),
  })
}

/** Changes a message wherever it is listed; what the Dashboard says of it is asked for again. */
function useChangeInPlace() {
  const queryClient = useQueryClient()
  return (changed: Pick<SentEmail, 'id'> & Partial<SentEmail>) => {
    const inPage = ({ emails, next }: EmailPage) => ({
      next,
      emails: emails.map((email) => (email.id === changed.id ? { ...email, ...changed } : email)),
    })
    queryClient.setQueriesData<InfiniteData<EmailPage>>(
      { queryKey: listKey },
      (data) => data && { ...data, pages: data.pages.map(inPage) },
    )
    void queryClient.invalidateQueries({ queryKey: ['home'] })
  }
}

/** Says why a change was refused, and fetches the truth, as the message may have gone on meanwhile. */
function useFailure(): (error: Error) => void {
  const queryClient = useQueryClient()
  const showToast = useToast()
  return (error) => {
    showToast(errorMessage(error), 'error')
    void queryClient.invalidateQueries({ queryKey: ['emails'] })
  }
}
