import { Problem } from '@loadping/contract/wire/problem'

/** Waits for calls that should be refused. Returns the codes of their problems, each once. */
export async function codesOf(calls: Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls)
  const codes = results.map((result) => {
    if (result.status === 'fulfilled') return 'accepted'
    return result.reason instanceof Problem ? result.reason.code : 'no problem'
  })
  return [...new Set(codes)]
}
