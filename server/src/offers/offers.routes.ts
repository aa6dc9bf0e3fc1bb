import { offersApi } from '@loadping/contract/offers/offers.api'
import { implement } from '../http/implement.ts'
import * as offers from './offers.service.ts'

export const offersRoutes = implement(offersApi, {
  listPostings: (ctx) => offers.listPostings(ctx),
  addPosting: (ctx, { body }) => offers.addPosting(ctx, body),
  savePosting: (ctx, { params, body }) => offers.savePosting(ctx, params.id, body),
  deletePosting: (ctx, { params }) => offers.deletePosting(ctx, params.id),
  restorePosting: (ctx, { params }) => offers.restorePosting(ctx, params.id),
  listAnswers: (ctx, { params }) => offers.listAnswers(ctx, params.id),
  addAnswers: (ctx, { params, body }) => offers.addAnswers(ctx, params.id, body.texts),
  changeAnswers: (ctx, { params, body }) => offers.changeAnswers(ctx, params.id, body),
})
