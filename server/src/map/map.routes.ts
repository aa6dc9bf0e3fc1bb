import { mapApi } from '@loadping/contract/map'
import { implement } from '../http/implement.ts'

export const mapRoutes = implement(mapApi, {
  getTileServer: (ctx) => ctx.tileServer,
})
