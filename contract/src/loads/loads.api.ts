import * as z from 'zod/mini'
import { PostedLoad } from '../boards/posted-load.ts'
import { plainLines, singleLine } from '../format/text.ts'
import { defineApi } from '../wire/endpoint.ts'
import { idempotencyHeader } from '../wire/idempotency.ts'
import { PageCursor } from '../wire/page-cursor.ts'
import { LoadBefore, LoadStatus } from './load-status.ts'
import { OutcomeKind, StatedCents } from './outcomes.ts'
import {
  FoundLoads,
  LoadDraft,
  LoadEvent,
  LoadFilter,
  LoadList,
  LoadMemory,
  LoadPage,
  LoadQuery,
  LoadSummary,
  LoadView,
  maxBulkLoads,
  maxLoadsPerPage,
  maxLoadViews,
  SavedLoad,
  SharedLoad,
  StoredFacts,
} from './saved-loads.ts'

export const RecordedCall = z.object({
  at: z.iso.datetime(),
  /** The caller's saved load; brokers save none. */
  loadId: z.nullable(z.uuid()),
})
export type RecordedCall = z.infer<typeof RecordedCall>

/** Exactly one change for all of the loads. */
const change = z.union([
  z.strictObject({ kind: z.literal('status'), status: LoadStatus }),
  z.strictObject({
    kind: z.literal('outcome'),
    outcome: OutcomeKind,
    cents: z.optional(StatedCents),
    /** The caller's truck that is booked with it, of one load that is booked. */
    truckId: z.optional(z.uuid()),
  }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('restore') }),
])
export type LoadChange = z.infer<typeof change>

const correctable = z.omit(StoredFacts, { board: true, boardLoadId: true }).shape
type Correctable = typeof correctable

/** Changes of a load's facts: absent values stay, null ones are removed. What identifies a posting stays. */
const LoadCorrection = z.strictObject(
  Object.fromEntries(Object.entries(correctable).map(([name, fact]) => [name, z.optional(z.nullable(fact))])) as {
    [Name in keyof Correctable]: z.ZodMiniOptional<z.ZodMiniNullable<Correctable[Name]>>
  },
)
export type LoadCorrection = z.infer<typeof LoadCorrection>

const byId = z.strictObject({ id: z.uuid() })
const byKey = z.strictObject({ key: z.string().check(z.regex(/^[\w-]{22}$/, 'Open the link to the load again')) })

const pageSizeMessage = `Ask for 1 to ${maxLoadsPerPage} loads`

export const loadsApi = defineApi({
  listLoads: {
    access: 'carrier',
    extension: true,
    method: 'GET',
    path: '/loads',
    query: z.extend(LoadQuery, {
      after: z.optional(PageCursor),
      limit: z.optional(
        z.string().check(
          z.regex(/^[1-9]\d{0,2}$/, pageSizeMessage),
          z.refine((text) => Number(text) <= maxLoadsPerPage, pageSizeMessage),
        ),
      ),
    }),
    response: LoadList,
  },
  /**
   * Finds loads and brokers by cities, companies and reference, with typing errors. Each word of three letters or more
   * must be found; a text of shorter ones alone finds names that begin with it.
   */
  findLoads: {
    access: 'carrier',
    method: 'GET',
    path: '/loads/found',
    query: z.strictObject({ text: singleLine(100, 1) }),
    response: FoundLoads,
  },
  summarizeLoads: {
    access: 'carrier',
    method: 'GET',
    path: '/loads/summary',
    query: LoadFilter,
    response: LoadSummary,
  },
  /** Creates a load, or updates the caller's own of the same board and posting ID. */
  saveLoad: {
    access: 'carrier',
    extension: true,
    method: 'POST',
    path: '/loads',
    body: LoadDraft,
    response: SavedLoad,
  },
  /** Streams the matching loads as CSV. */
  exportLoads: {
    access: 'carrier',
    limit: 'exports',
    method: 'GET',
    path: '/loads/export',
    query: LoadQuery,
    response: z.string(),
  },
  /**
   * Changes those of the caller's own loads among these, and returns what it replaced; others are left out. A truck that is
   * named moves to the delivery as with `bookTruck`; that of a load which is no longer booked is where it was before.
   */
  changeLoads: {
    access: 'carrier',
    limit: 'load-changes',
    method: 'POST',
    path: '/loads/bulk',
    body: z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxBulkLoads)), change }),
    response: z.object({
      before: z.array(LoadBefore),
      /** How many other asks of the truck that was named are to be taken back. */
      toTakeBack: z.optional(z.int()),
    }),
  },
  /** Puts back what a change replaced. */
  undoLoadChange: {
    access: 'carrier',
    extension: true,
    limit: 'load-changes',
    method: 'POST',
    path: '/loads/bulk/undo',
    body: z.strictObject({ before: z.array(LoadBefore).check(z.minLength(1), z.maxLength(maxBulkLoads)) }),
    response: z.null(),
  },
  listLoadViews: { access: 'carrier', method: 'GET', path: '/loads/views', response: z.array(LoadView) },
  /** Replaces the caller's views. */
  saveLoadViews: {
    access: 'carrier',
    method: 'PUT',
    path: '/loads/views',
    body: z.strictObject({ views: z.array(LoadView).check(z.maxLength(maxLoadViews)) }),
    response: z.array(LoadView),
  },
  /** Returns a load of the caller or a teammate. */
  getLoad: { access: 'carrier', extension: true, method: 'GET', path: '/loads/:id', params: byId, response: LoadPage },
  /** Corrects facts of the caller's own load. */
  changeLoad: {
    access: 'carrier',
    method: 'PATCH',
    path: '/loads/:id',
    params: byId,
    body: z.strictObject({ facts: LoadCorrection }),
    response: SavedLoad,
  },
  deleteLoad: { access: 'carrier', method: 'DELETE', path: '/loads/:id', params: byId, response: z.null() },
  /** Adds a note. Teammates may as well. */
  addLoadNote: {
    access: 'carrier',
    extension: true,
    method: 'POST',
    path: '/loads/:id/notes',
    params: byId,
    body: z.strictObject({ text: plainLines(1000, 1) }),
    response: LoadEvent,
  },
  /** Records a phone call with its ask, once per idempotency key, on a load of the caller's own. Brokers save none. */
  recordCall: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/contact-events',
    headers: idempotencyHeader,
    body: z.strictObject({
      about: z.union([z.strictObject({ loadId: z.uuid() }), z.strictObject({ load: PostedLoad })]),
      askCents: z.optional(StatedCents),
    }),
    response: RecordedCall,
  },
  getLoadMemory: {
    access: 'carrier',
    extension: true,
    method: 'GET',
    path: '/loads/:id/memory',
    params: byId,
    response: LoadMemory,
  },
  /** Returns a new link and revokes the earlier one. */
  createLoadLink: {
    access: 'carrier',
    method: 'POST',
    path: '/loads/:id/link',
    params: byId,
    response: z.object({ key: z.string(), expiresAt: z.iso.datetime() }),
  },
  revokeLoadLink: { access: 'carrier', method: 'DELETE', path: '/loads/:id/link', params: byId, response: z.null() },
  getSharedLoad: {
    access: 'public',
    limit: 'checks',
    method: 'GET',
    path: '/loads/shared/:key',
    params: byKey,
    response: SharedLoad,
  },
})
