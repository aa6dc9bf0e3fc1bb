import { maxAnswersPerCall } from '@loadping/contract/offers/offers'

/** What one request may hold, well below what the server reads. */
const maxBytes = 200_000

/** Splits texts into batches that one request can hold, in their order. */
export function toBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let bytes = 0
  for (const text of texts) {
    const size = new TextEncoder().encode(JSON.stringify(text)).length + 1
    const last = batches.at(-1)
    if (last && last.length < maxAnswersPerCall && bytes + size <= maxBytes) last.push(text)
    else {
      batches.push([text])
      bytes = 0
    }
    bytes += size
  }
  return batches
}
