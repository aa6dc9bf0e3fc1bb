import { countOf } from '@loadping/contract/format/counts'
import {
  type AnswerChange,
  maxAnswersPerCall,
  type OfferAnswer,
  type OfferFacts,
} from '@loadping/contract/offers/offers'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { inChunks } from '../in-chunks.ts'
import type { Touched } from '../query-client.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { useUndoableChange } from '../use-undoable-change.ts'
import { toBatches } from './answer-batches.ts'
import { postingsQuery } from './posting-total.data.ts'

const meta: Touched = { features: ['offers'] }

/** The broker's postings, the newest first. */
export const usePostings = () => useSuspenseQuery(postingsQuery(useApi())).data

const answersKey = (id: string) => ['offers', id, 'answers']

/** The answers to a posting, in the order they were pasted. */
export function useAnswers(id: string): OfferAnswer[] {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: answersKey(id),
    queryFn: () => api.offers.listAnswers({ params: { id } }),
    refetchOnWindowFocus: 'always', // another tab may have changed them
  }).data
}

/** Adds a posting or changes its facts. */
export function useSavePosting() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['offers', 'save'],
    meta,
    mutationFn: ({ id, facts, isNew }: { id: string; facts: OfferFacts; isNew: boolean }) =>
      isNew ? api.offers.addPosting({ body: { id, facts } }) : api.offers.savePosting({ params: { id }, body: facts }),
    onSuccess: () => showToast('Posting saved', 'success'),
    onError: shownByForm,
  })
}

/** Deletes a posting with its answers; the toast can undo it. */
export function useDeletePosting() {
  const api = useApi()
  return useUndoableChange({
    mutationKey: ['offers', 'delete'],
    meta,
    mutationFn: ({ id }: { id: string; lane: string }) => api.offers.deletePosting({ params: { id } }),
    undoFn: (_answer, { id }) => api.offers.restorePosting({ params: { id } }),
    tell: (_answer, { lane }) => ({ text: `${lane} was deleted` }),
    tellUndone: (_answer, { lane }) => ({ text: `${lane} is back` }),
  })
}

/** Adds pasted answers; those that are there already are left out. */
export function useAddAnswers(id: string) {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['offers', 'add', id],
    meta,
    mutationFn: async (texts: string[]) => {
      const added: string[] = []
      for (const batch of toBatches(texts))
        added.push(...(await api.offers.addAnswers({ params: { id }, body: { texts: batch } })).added)
      return added
    },
    onSuccess: (added, texts) => {
      const known = texts.length - added.length
      const rest = known > 0 ? `, ${known} ${known === 1 ? 'was' : 'were'} here already` : ''
      showToast(`${countOf(added.length, 'answer')} added${rest}`, added.length > 0 ? 'success' : 'info')
    },
    onError: shownByForm,
  })
}

type Changed = { ids: string[]; change: Exclude<AnswerChange, { kind: 'delete' | 'restore' }> }

/** Stars answers or notes a reply, at once on the screen. */
export function useChangeAnswers(id: string) {
  const api = useApi()
  const patch = usePatchAnswers(id)
  return useChange({
    mutationKey: ['offers', 'change', id],
    meta,
    mutationFn: ({ ids, change }: Changed) => {
      patch((answers) =>
        answers.map((answer) => (ids.includes(answer.id) ? { ...answer, ...changesOf(change) } : answer)),
      )
      return api.offers.changeAnswers({ params: { id }, body: { ids, change } })
    },
  })
}

const changesOf = (change: Changed['change']): Partial<OfferAnswer> =>
  change.kind === 'star' ? { isStarred: change.isStarred } : { repliedAt: new Date().toISOString() }

/** Removes answers, at once on the screen; the toast can undo it, and `undo` reverses the newest removal. */
export function useRemoveAnswers(id: string) {
  const api = useApi()
  const patch = usePatchAnswers(id)
  const send = async (ids: string[], kind: 'delete' | 'restore') => {
    for (const some of inChunks(ids, maxAnswersPerCall))
      await api.offers.changeAnswers({ params: { id }, body: { ids: some, change: { kind } } })
  }
  return useUndoableChange({
    mutationKey: ['offers', 'remove', id],
    meta,
    mutationFn: ({ ids }: { ids: string[]; name: string }) => {
      patch((answers) => answers.filter((answer) => !ids.includes(answer.id)))
      return send(ids, 'delete')
    },
    undoFn: (_answer, { ids }) => send(ids, 'restore'),
    tell: (_answer, { name }) => ({ text: `${name} was removed` }),
    tellUndone: (_answer, { name }) => ({ text: `${name} is back` }),
  })
}

function usePatchAnswers(id: string) {
  const queryClient = useQueryClient()
  return (patch: (answers: OfferAnswer[]) => OfferAnswer[]) => {
    void queryClient.cancelQueries({ queryKey: answersKey(id) })
    queryClient.setQueryData<OfferAnswer[]>(answersKey(id), (answers) => answers && patch(answers))
  }
}
