const maxBytes = 1_000_000
const timeoutMs = 5_000

/** Where a person's photo is, and what shows that we may see it. */
export type PhotoSource = { url: string; headers: Record<string, string> }

/** The bytes of a photo of at most 1 MB from an allowed origin, whatever they are; undefined for any other answer. */
export async function fetchPhoto(
  { url, headers }: PhotoSource,
  isAllowed: (url: URL) => boolean,
): Promise<Buffer | undefined> {
  const address = URL.parse(url)
  if (!address || address.username || !isAllowed(address)) return undefined
  const answer = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok || !answer.body) return undefined

  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of answer.body) {
    received += chunk.length
    if (received > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
