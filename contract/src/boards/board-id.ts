import * as z from 'zod/mini'

export const BoardId = z.enum(['dat-one', 'truckstop', 'loadlink-new', 'sylectus', 'loadlink'])
export type BoardId = z.infer<typeof BoardId>
