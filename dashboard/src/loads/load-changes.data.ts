import type { Client } from '@loadping/contract/client'
import type { LoadChange } from '@loadping/contract/loads-api'
import {
  type LoadBefore,
  type LoadPage,
  type LoadStatus,
  maxBulkLoads,
  type OutcomeKind,
  type SavedLoad,
} from '@loadping/contract/saved-loads'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from '../api.ts'
import { formatCount } from '../ui/format-count.ts'
import { useToast } from '../ui/toast.tsx'
import { shownByForm, useChange } from '../use-change.ts'
import { outcomeLabels, statusDisplay } from './load-display.tsx'
import { applyBefore, applyChange, type LoadPages, mapPages } from './load-pages.ts'
import { loadListKey, loadPageKey, refreshLoads } from './loads.data.ts'

type BulkChange = { ids: string[]; change: LoadChange }

/**
 * Changes loads at once on the screen and then on the server, and puts them back if that fails. The toast and `undo`
 * take back the newest change.
 */
export function useChangeLoads() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const newest = useRef<LoadBefore[]>(undefined)

  const { mutate: putBack } = useChange({
    mutationKey: ['loads', 'undo'],
    mutationFn: (before: LoadBefore[]) => sendUndo(api, queryClient, before),
    onSuccess: (_, before) => {
      showToast(`Undone for ${formatCount(before.length, 'load')}`, 'info')
      refreshLoads(queryClient)
    },
  })

  function undo() {
    if (newest.current) putBack(newest.current)
    newest.current = undefined
  }

  const { mutate } = useChange({
    mutationKey: ['loads', 'change'],
    mutationFn: async ({ ids, change }: BulkChange) => {
      const at = new Date().toISOString()
      const chosen = new Set(ids)
      const revert = patch(queryClient, (load) => (chosen.has(load.id) ? applyChange(load, change, at) : load))
      try {
        return await sendChange(api, ids, change)
      } catch (error) {
        revert()
        throw error
      }
    },
    onSuccess: (before, { ids, change }) => {
      newest.current = before.length > 0 ? before : undefined
      if (before.length === 0) showToast('Only the teammate who saved a load can change it.', 'error')
      else
        showToast(describe(change, before.length, ids.length), 'success', {
          label: 'Undo',
          onPress: () => {
            if (newest.current === before) newest.current = undefined
            putBack(before)
          },
        })
      refreshLoads(queryClient)
    },
  })

  const change = (ids: string[], what: LoadChange) => ids.length > 0 && mutate({ ids, change: what })
  return {
    setStatus: (ids: string[], status: LoadStatus) => change(ids, { kind: 'status', status }),
    setOutcome: (ids: string[], outcome: OutcomeKind, cents?: number) =>
      change(ids, { kind: 'outcome', outcome, ...(cents !== undefined && { cents }) }),
    remove: (ids: string[]) => change(ids, { kind: 'delete' }),
    undo,
  }
}

export type ChangeLoads = ReturnType<typeof useChangeLoads>

async function sendChange(api: Client, ids: string[], change: LoadChange): Promise<LoadBefore[]> {
  const before: LoadBefore[] = []
  for (const some of inChunks(ids))
    before.push(...(await api.loads.changeLoads({ body: { ids: some, change } })).before)
  return before
}

async function sendUndo(api: Client, queryClient: QueryClient, before: LoadBefore[]): Promise<void> {
  const byId = new Map(before.map((each) => [each.id, each]))
  const revert = patch(queryClient, (load) => {
    const was = byId.get(load.id)
    return was ? applyBefore(load, was) : load
  })
  try {
    for (const some of inChunks(before)) await api.loads.undoLoadChange({ body: { before: some } })
  } catch (error) {
    revert()
    throw error
  }
}

const inChunks = <Each>(all: Each[]): Each[][] =>
  Array.from({ length: Math.ceil(all.length / maxBulkLoads) }, (_, index) =>
    all.slice(index * maxBulkLoads, (index + 1) * maxBulkLoads),
  )

/** Changes loads in all lists and on their pages; returns what puts them back. */
function patch(queryClient: QueryClient, change: (load: SavedLoad) => SavedLoad | undefined): () => void {
  const lists = queryClient.getQueriesData<LoadPages>({ queryKey: loadListKey })
  for (const [key, data] of lists) if (data) queryClient.setQueryData<LoadPages>(key, mapPages(data, change))
  const pages = queryClient.getQueriesData<LoadPage>({ queryKey: ['loads', 'page'] })
  for (const [key, page] of pages)
    if (page) queryClient.setQueryData<LoadPage>(key, { ...page, load: change(page.load) ?? page.load })
  return () => {
    for (const [key, data] of [...lists, ...pages]) queryClient.setQueryData(key, data)
  }
}

function describe(change: LoadChange, changed: number, chosen: number): string {
  const loads = changed < chosen ? `${changed} of ${formatCount(chosen, 'load')}` : formatCount(changed, 'load')
  if (change.kind === 'delete') return `${loads} removed`
  if (change.kind === 'restore') return `${loads} restored`
  return `${loads}: ${change.kind === 'status' ? statusDisplay[change.status].label : outcomeLabels[change.outcome]}`
}

/** Adds a note to a load. */
export function useAddNote(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['loads', 'note', id],
    mutationFn: (text: string) => api.loads.addLoadNote({ params: { id }, body: { text } }),
    onSuccess: ({ text }) => {
      patch(queryClient, (load) => (load.id === id ? { ...load, note: text } : load))
      refreshLoads(queryClient)
      void queryClient.invalidateQueries({ queryKey: loadPageKey(id) })
    },
    onError: shownByForm,
  })
}

/** Records a call about a load, with the ask that was stated. */
export function useRecordCall() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useChange({
    mutationKey: ['loads', 'call'],
    mutationFn: ({ id, askCents }: { id: string; askCents?: number }) =>
      api.loads.recordCall({ params: { id }, body: askCents === undefined ? {} : { askCents } }),
    onSuccess: (_, { id }) => {
      showToast('Call recorded', 'success')
      refreshLoads(queryClient)
      void queryClient.invalidateQueries({ queryKey: loadPageKey(id) })
      void queryClient.invalidateQueries({ queryKey: ['home'] })
    },
  })
}
