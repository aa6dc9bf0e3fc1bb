import * as z from 'zod/mini'

const Claims = z.object({ sub: z.string() })

/** Whom a pick-up code says it is for. A hint only, to leave a code alone that is for the person who is signed in: the server judges the code. */
export function personOf(code: string): string | undefined {
  try {
    const payload = code.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return Claims.safeParse(JSON.parse(atob(payload))).data?.sub
  } catch {
    return undefined
  }
}
