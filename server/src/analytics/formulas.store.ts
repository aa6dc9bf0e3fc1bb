import { compileOnce } from '../db/compile-once.ts'
import { pricedAsks } from '../loads/loads.reads.ts'

export const listPricedAsks = compileOnce(pricedAsks)
