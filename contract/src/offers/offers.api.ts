import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'
import { AnswerChange, AnswerText, maxAnswersPerCall, OfferAnswer, OfferFacts, OfferPosting } from './offers.ts'

const byId = z.strictObject({ id: z.uuid() })
const upToMany = <T extends z.core.$ZodType>(item: T) =>
  z.array(item).check(z.minLength(1), z.maxLength(maxAnswersPerCall))

export const offersApi = defineApi({
  /** The caller's postings, the newest first. */
  listPostings: { access: 'broker', method: 'GET', path: '/postings', response: z.array(OfferPosting) },
  /** Adds a posting. With the id of one that is there it replaces its facts. */
  addPosting: {
    access: 'broker',
    limit: 'load-changes',
    method: 'POST',
    path: '/postings',
    body: z.strictObject({ id: z.uuid(), facts: OfferFacts }),
    response: OfferPosting,
  },
  /** Replaces a posting's facts. */
  savePosting: {
    access: 'broker',
    limit: 'load-changes',
    method: 'PUT',
    path: '/postings/:id',
    params: byId,
    body: OfferFacts,
    response: OfferPosting,
  },
  /** Deletes a posting with its answers; for a day it can be restored. */
  deletePosting: {
    access: 'broker',
    limit: 'load-changes',
    method: 'DELETE',
    path: '/postings/:id',
    params: byId,
    response: z.null(),
  },
  restorePosting: {
    access: 'broker',
    limit: 'load-changes',
    method: 'POST',
    path: '/postings/:id/restore',
    params: byId,
    response: z.null(),
  },
  /** The answers to a posting, in the order they were pasted. */
  listAnswers: {
    access: 'broker',
    method: 'GET',
    path: '/postings/:id/answers',
    params: byId,
    response: z.array(OfferAnswer),
  },
  /** Adds answers, but for those with the text of one that is there; brings back one that was deleted. Idempotent. */
  addAnswers: {
    access: 'broker',
    limit: 'load-changes',
    method: 'POST',
    path: '/postings/:id/answers',
    params: byId,
    body: z.strictObject({ texts: upToMany(AnswerText) }),
    response: z.object({ added: z.array(z.uuid()) }),
  },
  /** Changes those of the answers that are the caller's, and names them. */
  changeAnswers: {
    access: 'broker',
    limit: 'load-changes',
    method: 'POST',
    path: '/postings/:id/answers/bulk',
    params: byId,
    body: z.strictObject({ ids: upToMany(z.uuid()), change: AnswerChange }),
    response: z.object({ changed: z.array(z.uuid()) }),
  },
})
