import type { PracticeInquiry } from '@loadping/contract/practice/practice'
import { Problem } from '@loadping/contract/wire/problem'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { isOutcomeUnknown } from '../error-message.ts'
import type { Touched } from '../query-client.ts'
import { createRequestKeys } from '../request-keys.ts'
import { useUndoableChange } from '../use-undoable-change.ts'

const meta: Touched = { features: ['emails'] }

/** Where practice emails go, and how many of today's are used; the extension may use some, too. */
export function usePractice() {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['emails', 'practice'],
    queryFn: () => api.practice.getPractice(),
    refetchInterval: 10_000,
    refetchOnWindowFocus: 'always',
  }).data
}

/** Sends the user what a broker would get about a row, which can be undone for some seconds. */
export function useSendPractice(about: (inquiry: PracticeInquiry) => string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useUndoableChange({
    mutationKey: ['emails', 'practice'],
    meta,
    mutationFn: (inquiry: PracticeInquiry) =>
      api.practice.sendPracticeEmail({
        headers: { 'idempotency-key': keys.of(JSON.stringify(inquiry)) },
        body: inquiry,
      }),
    undoFn: async ({ id }) => {
      const undone = await api.inquiries.undoEmail({ params: { id } })
      queryClient.setQueryData(['emails', id], undone)
    },
    onSuccess: (email, inquiry) => {
      keys.forget(JSON.stringify(inquiry))
      queryClient.setQueryData(['emails', email.id], email)
    },
    onError: (error, inquiry, fail) => {
      if (!isOutcomeUnknown(error)) keys.forget(JSON.stringify(inquiry))
      if (error instanceof Problem && error.code === 'price-changed')
        void queryClient.refetchQueries({ queryKey: ['templates'] })
      fail()
    },
    tell: (_email, inquiry) => ({ text: `Practice email on its way to you. ${about(inquiry)}` }),
    tellUndone: () => ({ text: 'Undone. Nothing was sent.' }),
  })
}

/** Requests without an answer: a repeated click sends nothing twice. */
const keys = createRequestKeys()
