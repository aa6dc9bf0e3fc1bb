import * as z from 'zod/mini'

const Claims = z.object({ sub: z.string() })

/** Returns the user id in a pairing code, unverified: only the server can tell whether the code is valid. */
export function userIdOf(code: string): string | undefined {
  try {
    const payload = code.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return Claims.safeParse(JSON.parse(atob(payload))).data?.sub
  } catch {
    return undefined
  }
}
