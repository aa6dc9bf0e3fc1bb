import { createHash } from 'node:crypto'

/** Counts rows and adds up their hashes, so that the same rows in any order have the same digest. */
export type Digest = { add: (rows: string[]) => void; result: () => { rows: number; digest: string } }

export function createDigest(): Digest {
  let rows = 0
  let sum = 0n
  return {
    add(texts) {
      rows += texts.length
      for (const text of texts) sum += BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 32)}`)
    },
    result: () => ({ rows, digest: BigInt.asUintN(128, sum).toString(16).padStart(32, '0') }),
  }
}
