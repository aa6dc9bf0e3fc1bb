import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'
import { Costs, Truck } from './trucks.ts'

export const trucksApi = defineApi({
  listTrucks: { access: 'carrier', extension: true, method: 'GET', path: '/trucks', response: z.array(Truck) },
  /** Replaces the caller's trucks, at most as many as their business profile says. */
  saveTrucks: {
    access: 'carrier',
    method: 'PUT',
    path: '/trucks',
    body: z.strictObject({ trucks: z.array(Truck).check(z.maxLength(10_000)) }),
    response: z.array(Truck),
  },
  /** Makes one of the caller's trucks the current one, or none. */
  chooseTruck: {
    access: 'carrier',
    extension: true,
    method: 'PUT',
    path: '/trucks/current',
    body: z.strictObject({ truckId: z.nullable(z.uuid()) }),
    response: z.null(),
  },
  /** Returns the caller's costs; all null before they were entered. */
  getCosts: { access: 'carrier', extension: true, method: 'GET', path: '/users/me/costs', response: Costs },
  saveCosts: { access: 'carrier', method: 'PUT', path: '/users/me/costs', body: Costs, response: Costs },
})
