const maxBytes = 1_000_000
export const photoTimeoutMs = 5_000

/** A photo URL with the headers that authorize the request. */
export type PhotoSource = { url: string; headers: Record<string, string> }

/** Downloads up to 1 MB from an allowed origin without checking the content; otherwise returns undefined. */
export async function fetchPhoto(
  { url, headers }: PhotoSource,
  isAllowed: (url: URL) => boolean,
): Promise<Buffer | undefined> {
  const address = URL.parse(url)
  if (!address || address.username || !isAllowed(address)) return undefined
  const response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(photoTimeoutMs) })
  if (!response.ok || !response.body) return undefined

  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of response.body) {
    received += chunk.length
    if (received > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
