import { mapApi } from '@loadping/contract/map/map.api'
import { implement } from '../http/implement.ts'

export const mapRoutes = implement(mapApi, {
  getTileServer: (ctx) => ctx.tileServer,
})
