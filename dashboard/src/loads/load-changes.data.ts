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
import { outcomeLabels, statusDisplay } from './load-display.parts.tsx'
import { applyBefore, applyChange, type LoadPages, mapPages } from './load-pages.ts'
import { changeKey, loadListKey, loadPageKey, refreshLoads } from './loads.data.ts'

type BulkChange = { ids: string[]; change: LoadChange }
/** A change that can be taken back, as soon as the server told what it replaced. */
type Step = { number: number; before: Promise<LoadBefore[]> }

/**
 * Changes loads at once on the screen and then, one change after the other, on the server; a change that fails is taken
 * back. The toast takes back its own change, `undo` the newest one.
 */
export function useChangeLoads() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const steps = useRef<Step[]>([])
  const lastSent = useRef<Promise<unknown>>(Promise.resolve())

  /** Sends what `send` sends after everything that was sent before. */
  function inTurn<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const sent = lastSent.current.then(send)
    lastSent.current = sent.catch(() => {})
    return sent
  }

  const { mutate: putBack } = useChange({
    mutationKey: undoKey,
    mutationFn: async ({ before }: Step) => {
      const replaced = await before
      await inTurn(() => sendUndo(api, queryClient, replaced))
      return replaced.length
    },
    onSuccess: (count) => {
      showToast(`Undone for ${formatCount(count, 'load')}`, 'info')
      refreshLoads(queryClient)
    },
  })

  function undo(step = steps.current.at(-1)) {
    steps.current = steps.current.filter((each) => each !== step)
    if (step) putBack(step)
  }

  const { mutate } = useChange({
    mutationKey: changeKey,
    mutationFn: async ({ ids, change }: BulkChange) => {
      const at = new Date().toISOString()
      const chosen = new Set(ids)
      const revert = patch(queryClient, (load) => (chosen.has(load.id) ? applyChange(load, change, at) : load))
      const before = inTurn(() => sendChange(api, ids, change))
      const step = { number: performance.now(), before }
      steps.current = [...steps.current, step].slice(-maxSteps)
      try {
        return { step, count: (await before).length }
      } catch (error) {
        steps.current = steps.current.filter((each) => each !== step)
        revert()
        throw error
      }
    },
    onSuccess: ({ step, count }, { ids, change }) => {
      setTimeout(() => refreshLoads(queryClient)) // Until this returns, the change counts as in flight.
      if (count > 0)
        return showToast(describe(change, count, ids.length), 'success', { label: 'Undo', onPress: () => undo(step) })
      steps.current = steps.current.filter((each) => each !== step)
      showToast('Only the teammate who saved a load can change it.', 'error')
    },
  })

  const change = (ids: string[], what: LoadChange) => ids.length > 0 && mutate({ ids, change: what })
  return {
    setStatus: (ids: string[], status: LoadStatus) => change(ids, { kind: 'status', status }),
    setOutcome: (ids: string[], outcome: OutcomeKind, cents?: number) =>
      change(ids, { kind: 'outcome', outcome, ...(cents !== undefined && { cents }) }),
    remove: (ids: string[]) => change(ids, { kind: 'delete' }),
    undo: () => undo(),
  }
}

const maxSteps = 50
const undoKey = ['loads', 'undo']

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

/** Changes loads in all lists and on their pages; returns what puts those loads back. */
function patch(queryClient: QueryClient, change: (load: SavedLoad) => SavedLoad | undefined): () => void {
  const originals = new Map<string, SavedLoad>()
  patchAll(queryClient, (load) => {
    const changed = change(load)
    if (changed !== load) originals.set(load.id, load)
    return changed
  })
  return () => {
    patchAll(queryClient, (load) => originals.get(load.id) ?? load)
    refreshLoads(queryClient) // Brings back what the change removed.
  }
}

function patchAll(queryClient: QueryClient, change: (load: SavedLoad) => SavedLoad | undefined): void {
  for (const [key, data] of queryClient.getQueriesData<LoadPages>({ queryKey: loadListKey }))
    if (data) queryClient.setQueryData<LoadPages>(key, mapPages(data, change))
  for (const [key, page] of queryClient.getQueriesData<LoadPage>({ queryKey: ['loads', 'page'] }))
    if (page) queryClient.setQueryData<LoadPage>(key, { ...page, load: change(page.load) ?? page.load })
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
