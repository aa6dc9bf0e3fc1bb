import type { Client } from '@loadping/contract/client'
import type { LoadChange } from '@loadping/contract/loads/loads.api'
import { type OutcomeKind, outcomeLabels } from '@loadping/contract/loads/outcomes'
import {
  type LoadBefore,
  type LoadPage,
  type LoadStatus,
  maxBulkLoads,
  type SavedLoad,
} from '@loadping/contract/loads/saved-loads'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMe } from '../account/account.data.ts'
import { useApi } from '../api.ts'
import { errorMessage, isOutcomeUnknown } from '../error-message.ts'
import { createRequestKeys } from '../request-keys.ts'
import { formatCount } from '../ui/format-count.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { statusDisplay, telOf } from './load-display.parts.tsx'
import { applyBefore, applyChange, type LoadPages, mapPages } from './load-pages.ts'
import { changeKey, loadListKey, loadPageKey, pageKey, refreshLoads } from './loads.data.ts'

type BulkChange = { ids: string[]; change: LoadChange }
/** A change that can be undone once the server has returned what it replaced. */
type Step = { number: number; sent: Promise<Sent> }
/** What a change replaced; with the error that stopped it before its last loads. */
type Sent = { before: LoadBefore[]; error?: unknown }

/**
 * Changes the user's loads at once on the screen, then one after the other on the server. A change that fails is
 * reversed; `undo` reverses the newest.
 */
export function useChangeLoads() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const { userId } = useMe().data
  const steps = useRef<Step[]>([])
  const inTurn = useTurns()
  const show = useShownChanges()

  const { mutate: putBack } = useChange({
    mutationKey: undoKey,
    mutationFn: async ({ sent: change }: Step) => {
      const { before: replaced } = await change
      const byId = new Map(replaced.map((each) => [each.id, each]))
      const sent = inTurn(() => sendUndo(api, replaced))
      show((load) => {
        const was = byId.get(load.id)
        return was ? applyBefore(load, was) : load
      }, sent)
      await sent
      return replaced.length
    },
    onSuccess: (count) => {
      showToast(`Undone for ${formatCount(count, 'load')}`, 'info')
      refreshAfterChange(queryClient)
    },
  })

  function undo(step = steps.current.at(-1)) {
    if (!step || !steps.current.includes(step)) return // Undone by key, while its toast still shows.
    steps.current = steps.current.filter((each) => each !== step)
    putBack(step)
  }

  const { mutate } = useChange({
    mutationKey: changeKey,
    mutationFn: async ({ ids, change }: BulkChange) => {
      const [at, chosen] = [new Date().toISOString(), new Set(ids)]
      const sent = inTurn(() => sendChange(api, ids, change))
      show((load) => (chosen.has(load.id) && load.userId === userId ? applyChange(load, change, at) : load), sent)
      const step = { number: performance.now(), sent }
      steps.current = [...steps.current, step].slice(-maxSteps)
      try {
        return { step, ...(await sent) }
      } catch (error) {
        steps.current = steps.current.filter((each) => each !== step)
        throw error
      }
    },
    onError: (_error, _input, fail) => {
      fail()
      refreshAfterChange(queryClient)
    },
    onSuccess: ({ step, before, error }, { ids, change }) => {
      refreshAfterChange(queryClient)
      const undoIt = { label: 'Undo', onPress: () => undo(step) }
      const done = describe(change, before.length, ids.length)
      if (error) {
        void queryClient.invalidateQueries({ queryKey: loadListKey })
        return showToast(`${done}. ${errorMessage(error)}`, 'error', undoIt)
      }
      if (before.length > 0) return showToast(done, 'success', undoIt)
      steps.current = steps.current.filter((each) => each !== step)
      showToast(refusal, 'info')
    },
  })

  const change = (ids: string[], what: LoadChange) => ids.length > 0 && mutate({ ids, change: what })
  return {
    setStatus: (ids: string[], status: LoadStatus) => change(ids, { kind: 'status', status }),
    setOutcome: (ids: string[], outcome: OutcomeKind, cents?: number) =>
      change(ids, { kind: 'outcome', outcome, ...(cents !== undefined && { cents }) }),
    remove: (ids: string[]) => change(ids, { kind: 'delete' }),
    undo: () => undo(),
    /** Whether the load is the user's own; otherwise says who can change it. */
    checkOwn(load: SavedLoad): boolean {
      if (load.userId !== userId) showToast(refusal, 'info')
      return load.userId === userId
    },
  }
}

const refusal = 'Only the teammate who saved a load can change it.'

const maxSteps = 50
const undoKey = ['loads', 'undo']

export type ChangeLoads = ReturnType<typeof useChangeLoads>

async function sendChange(api: Client, ids: string[], change: LoadChange): Promise<Sent> {
  const before: LoadBefore[] = []
  for (const some of inChunks(ids))
    try {
      before.push(...(await api.loads.changeLoads({ body: { ids: some, change } })).before)
    } catch (error) {
      if (before.length === 0) throw error
      return { before, error }
    }
  return { before }
}

async function sendUndo(api: Client, before: LoadBefore[]): Promise<void> {
  for (const some of inChunks(before)) await api.loads.undoLoadChange({ body: { before: some } })
}

const inChunks = <Each>(all: Each[]): Each[][] =>
  Array.from({ length: Math.ceil(all.length / maxBulkLoads) }, (_, index) =>
    all.slice(index * maxBulkLoads, (index + 1) * maxBulkLoads),
  )

/** Returns the function that sends something after everything that was sent before. */
function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    const sent = last.current.then(send)
    last.current = sent.catch(() => {})
    return sent
  }
}

type Apply = (load: SavedLoad) => SavedLoad | undefined

/**
 * Returns the function that shows a change in all lists and pages before it is sent. A load whose last change fails is
 * shown as on the server.
 */
function useShownChanges() {
  const queryClient = useQueryClient()
  /** Loads with changes in flight, each as the server has it. */
  const [known] = useState(() => new Map<string, { load: SavedLoad; changes: number }>())

  function settle(ids: Set<string>, change: Apply, isDone: boolean) {
    const failed = new Map<string, SavedLoad>()
    for (const id of ids) {
      const { load, changes } = known.get(id) ?? {}
      if (!load || !changes) continue
      if (changes > 1) known.set(id, { load: (isDone && change(load)) || load, changes: changes - 1 })
      else known.delete(id)
      if (changes === 1 && !isDone) failed.set(id, load)
    }
    if (failed.size > 0) patchAll(queryClient, (load) => failed.get(load.id) ?? load)
  }

  return (change: Apply, sent: Promise<unknown>) => {
    const ids = new Set<string>()
    patchAll(queryClient, (load) => {
      const changed = change(load)
      if (changed === load || ids.has(load.id)) return changed
      ids.add(load.id)
      const { load: first = load, changes = 0 } = known.get(load.id) ?? {}
      known.set(load.id, { load: first, changes: changes + 1 })
      return changed
    })
    sent.then(
      () => settle(ids, change, true),
      () => settle(ids, change, false),
    )
  }
}

/** Fetches what is shown again, and brings back what a failed change removed, once no other change is in flight. */
function refreshAfterChange(queryClient: QueryClient): void {
  // Until its callbacks return, the change itself counts as in flight.
  setTimeout(() => {
    refreshLoads(queryClient)
    if (queryClient.isMutating({ mutationKey: changeKey }) === 0)
      void queryClient.invalidateQueries({ queryKey: pageKey })
  })
}

function patchAll(queryClient: QueryClient, change: (load: SavedLoad) => SavedLoad | undefined): void {
  for (const [key, data] of queryClient.getQueriesData<LoadPages>({ queryKey: loadListKey }))
    if (data) queryClient.setQueryData<LoadPages>(key, mapPages(data, change))
  for (const [key, page] of queryClient.getQueriesData<LoadPage>({ queryKey: pageKey }))
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
      patchAll(queryClient, (load) => (load.id === id ? { ...load, note: text } : load))
      refreshLoads(queryClient)
      void queryClient.invalidateQueries({ queryKey: loadPageKey(id) })
    },
    onError: shownByForm,
  })
}

const callKeys = createRequestKeys()

/** Calls about loads: starts a call, or only records it, with the ask that was stated. */
export function useCall() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const { mutate } = useChange({
    mutationKey: ['loads', 'call'],
    mutationFn: (call: { id: string; askCents?: number }) => {
      const { id: loadId, ...ask } = call
      const headers = { 'idempotency-key': callKeys.of(JSON.stringify(call)) }
      return api.loads.recordCall({ headers, body: { about: { loadId }, ...ask } })
    },
    onSuccess: (_, call) => {
      callKeys.forget(JSON.stringify(call))
      showToast('Call recorded', 'success')
      refreshLoads(queryClient)
      void queryClient.invalidateQueries({ queryKey: loadPageKey(call.id) })
      void queryClient.invalidateQueries({ queryKey: ['home'] })
    },
    onError: (error, call, fail) => {
      if (isOutcomeUnknown(error)) return fail({ label: 'Try again', onPress: () => mutate(call) })
      callKeys.forget(JSON.stringify(call))
      fail()
    },
  })
  const record = ({ id }: SavedLoad, askCents?: number) => mutate({ id, ...(askCents !== undefined && { askCents }) })
  return {
    record,
    start(load: SavedLoad, askCents?: number) {
      if (!load.facts.phone) return showToast('The posting has no phone number.', 'info')
      window.location.href = telOf(load.facts.phone)
      record(load, askCents)
    },
  }
}
