import { PostedLoad } from '@loadping/contract/loads'

/** Returns the load of these values, without those that no load can have; undefined without a lane. */
export function toLoad(values: Partial<Record<keyof PostedLoad, unknown>>): PostedLoad | undefined {
  const load: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(values)) {
    const read = PostedLoad.shape[field as keyof PostedLoad].safeParse(value)
    if (read.success && read.data !== undefined) load[field] = read.data
  }
  return hasLane(load) ? load : undefined
}

const hasLane = (load: Partial<PostedLoad>): load is PostedLoad =>
  [load.board, load.boardLoadId, load.origin, load.dest].every((value) => value !== undefined)
