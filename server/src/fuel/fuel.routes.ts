import { fuelApi } from '@loadping/contract/fuel/fuel.api'
import { implement } from '../http/implement.ts'
import { getFuelPrices } from './fuel.service.ts'

export const fuelRoutes = implement(fuelApi, {
  getFuelPrices: (ctx, { query }) => getFuelPrices(ctx, query),
})
