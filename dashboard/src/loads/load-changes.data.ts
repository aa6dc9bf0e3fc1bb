import type { Client } from '@loadping/contract/client'
import { countOf } from '@loadping/contract/format/counts'
import type { LoadBefore, LoadStatus } from '@loadping/contract/loads/load-status'
import type { LoadChange } from '@loadping/contract/loads/loads.api'
import { type OutcomeKind, outcomeLabels } from '@loadping/contract/loads/outcomes'
import { maxBulkLoads, type SavedLoad } from '@loadping/contract/loads/saved-loads'
import type { Truck } from '@loadping/contract/trucks/trucks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { useApi } from '../api.ts'
import { errorMessage, isOutcomeUnknown } from '../error-message.ts'
import { inChunks } from '../in-chunks.ts'
import { paths } from '../paths.ts'
import { refresh } from '../query-client.ts'
import { createRequestKeys } from '../request-keys.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { useUndoableChange } from '../use-undoable-change.ts'
import { statusDisplay, telOf } from './load-display.parts.tsx'
import { applyBefore, applyChange } from './load-pages.ts'
import { loadListKey } from './query-keys.ts'
import { patchLoads, useShownChanges } from './shown-changes.data.ts'

/** A truck that takes a load. */
type Booked = Pick<Truck, 'id' | 'name'>
type BulkChange = { ids: string[]; change: LoadChange; truck?: Booked | undefined }
/** What a change replaced; with the error that stopped it before its last loads. */
type Sent = { before: LoadBefore[]; toTakeBack?: number | undefined; error?: unknown }

/**
 * Changes the user's loads at once on the screen, then one after the other on the server. A change that fails is
 * reversed; `undo` reverses the newest.
 */
export function useChangeLoads() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const { userId } = useMe().data
  const navigate = useNavigate()
  const [inTurn] = useState(createSerialQueue)
  const show = useShownChanges()

  const { mutate, undo } = useUndoableChange({
    mutationKey: ['loads', 'change'],
    meta: { features: ['loads', 'truck-board', 'trucks', 'emails', 'home'] },
    mutationFn: ({ ids, change }: BulkChange) => {
      const at = new Date().toISOString()
      const chosen = new Set(ids)
      const sent = inTurn(() => sendChange(api, ids, change))
      show((load) => (chosen.has(load.id) && load.userId === userId ? applyChange(load, change, at) : load), sent)
      return sent
    },
    undoFn: ({ before }) => {
      const byId = new Map(before.map((replaced) => [replaced.id, replaced]))
      const sent = inTurn(() => sendUndo(api, before))
      show((load) => {
        const was = byId.get(load.id)
        return was ? applyBefore(load, was) : load
      }, sent)
      return sent
    },
    onSuccess: ({ error }) => {
      if (error) refresh(queryClient, loadListKey) // It shows loads as changed that are not.
    },
    tell: ({ before, toTakeBack = 0, error }, { ids, change, truck }) => {
      if (truck && before.length > 0)
        return tellBooked(truck, toTakeBack, () => navigate(`${paths.trucks}?take-back=${truck.id}`))
      const done = describe(change, before.length, ids.length)
      if (error) return { text: `${done}. ${errorMessage(error)}`, kind: 'error' }
      return before.length > 0 ? { text: done } : { text: refusal, kind: 'info', canUndo: false }
    },
    tellUndone: ({ before }) => ({ text: `Undone for ${countOf(before.length, 'load')}`, kind: 'info' }),
  })

  const change = (ids: string[], what: LoadChange) => ids.length > 0 && mutate({ ids, change: what })
  return {
    setStatus: (ids: string[], status: LoadStatus) => change(ids, { kind: 'status', status }),
    setOutcome: (ids: string[], outcome: OutcomeKind, cents?: number) =>
      change(ids, { kind: 'outcome', outcome, ...(cents !== undefined && { cents }) }),
    /** Books a load, and the truck that takes it. */
    book: (id: string, cents: number | undefined, truck: Booked | undefined) => {
      const booked = { kind: 'outcome' as const, outcome: 'booked' as const, ...(cents !== undefined && { cents }) }
      mutate({ ids: [id], change: { ...booked, ...(truck && { truckId: truck.id }) }, truck })
    },
    remove: (ids: string[]) => change(ids, { kind: 'delete' }),
    undo,
    /** Whether the load is the user's own; otherwise says who can change it. */
    checkOwn(load: SavedLoad): boolean {
      if (load.userId !== userId) showToast(refusal, 'info')
      return load.userId === userId
    },
  }
}

const refusal = 'Only the teammate who saved a load can change it.'

export type ChangeLoads = ReturnType<typeof useChangeLoads>

async function sendChange(api: Client, ids: string[], change: LoadChange): Promise<Sent> {
  const before: LoadBefore[] = []
  let toTakeBack: number | undefined
  for (const some of inChunks(ids, maxBulkLoads))
    try {
      const changed = await api.loads.changeLoads({ body: { ids: some, change } })
      before.push(...changed.before)
      toTakeBack = changed.toTakeBack
    } catch (error) {
      if (before.length === 0) throw error
      return { before, error }
    }
  return { before, toTakeBack }
}

async function sendUndo(api: Client, before: LoadBefore[]): Promise<void> {
  for (const some of inChunks(before, maxBulkLoads)) await api.loads.undoLoadChange({ body: { before: some } })
}

/** Says that a truck is booked, with the way to its other asks. */
const tellBooked = ({ name }: Booked, toTakeBack: number, open: () => unknown) =>
  toTakeBack === 0
    ? { text: `${name} is booked` }
    : {
        text: `${name} is booked, ${countOf(toTakeBack, 'other ask')} to take back`,
        action: { label: 'Take back', onPress: () => void open() },
      }

function describe(change: LoadChange, changed: number, chosen: number): string {
  const loads = changed < chosen ? `${changed} of ${countOf(chosen, 'load')}` : countOf(changed, 'load')
  if (change.kind === 'delete') return `${loads} removed`
  if (change.kind === 'restore') return `${loads} restored`
  return `${loads}: ${change.kind === 'status' ? statusDisplay[change.status].label : outcomeLabels[change.outcome]}`
}

export function useAddNote(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: ['loads', 'note', id],
    meta: { features: ['loads'] },
    mutationFn: (text: string) => api.loads.addLoadNote({ params: { id }, body: { text } }),
    onSuccess: ({ text }) => patchLoads(queryClient, (load) => (load.id === id ? { ...load, note: text } : load)),
    onError: shownByForm,
  })
}

const callKeys = createRequestKeys()

type Called = { id: string; facts: { phone?: string | undefined } }

/** Calls about loads: starts a call, or only records it, with the ask that was stated. */
export function useCall() {
  const api = useApi()
  const showToast = useToast()
  const { mutate } = useChange({
    mutationKey: ['loads', 'call'],
    meta: { features: ['loads', 'home', 'truck-board'] },
    mutationFn: (call: { id: string; askCents?: number }) => {
      const { id: loadId, ...ask } = call
      const headers = { 'idempotency-key': callKeys.of(JSON.stringify(call)) }
      return api.loads.recordCall({ headers, body: { about: { loadId }, ...ask } })
    },
    onSuccess: (_, call) => {
      callKeys.forget(JSON.stringify(call))
      showToast('Call recorded', 'success')
    },
    onError: (error, call, fail) => {
      if (isOutcomeUnknown(error)) return fail({ label: 'Try again', onPress: () => mutate(call) })
      callKeys.forget(JSON.stringify(call))
      fail()
    },
  })
  const record = ({ id }: Called, askCents?: number) => mutate({ id, ...(askCents !== undefined && { askCents }) })
  return {
    record,
    start(load: Called, askCents?: number) {
      if (!load.facts.phone) return showToast('The posting has no phone number.', 'info')
      window.location.href = telOf(load.facts.phone)
      record(load, askCents)
    },
  }
}
