/** Where map tiles come from, and the credit that goes with them. */
export type TileServer = { url: string; credit: string }
