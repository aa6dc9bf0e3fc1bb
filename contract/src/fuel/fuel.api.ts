import * as z from 'zod/mini'
import { singleLine } from '../format/text.ts'
import { defineApi } from '../wire/endpoint.ts'
import { FuelPrices } from './fuel.ts'

export const fuelApi = defineApi({
  getFuelPrices: {
    access: 'public',
    method: 'GET',
    path: '/fuel2',
    query: z.strictObject({ city: singleLine(80), state: singleLine(80) }),
    response: FuelPrices,
  },
})
