import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'

/** A server of map tiles: an address with `{z}`, `{x}` and `{y}`, and the credit that its license asks for. */
export const TileServer = z.object({ url: z.string(), credit: z.string() })
export type TileServer = z.infer<typeof TileServer>

export const mapApi = defineApi({
  /** Returns the operator's tile server, or null: then the map is drawn from embedded data. */
  getTileServer: { access: 'public', method: 'GET', path: '/map/tiles', response: z.nullable(TileServer) },
})
