import { trucksApi } from '@loadping/contract/trucks/trucks.api'
import { implement } from '../http/implement.ts'
import * as trucks from './trucks.service.ts'

export const trucksRoutes = implement(trucksApi, {
  listTrucks: (ctx) => trucks.listTrucks(ctx, ctx.caller.userId),
  chooseTruck: (ctx, { body }) => trucks.chooseTruck(ctx, body.truckId),
  saveTrucks: (ctx, { body }) => trucks.saveTrucks(ctx, body.trucks),
  getCosts: (ctx) => trucks.getCosts(ctx),
  saveCosts: (ctx, { body }) => trucks.saveCosts(ctx, body),
})
