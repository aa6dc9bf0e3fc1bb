import * as z from 'zod/mini'

const Claims = z.object({ sub: z.optional(z.string()), iat: z.number(), exp: z.number() })

/** Whom a token belongs to, and from when to when it works, in seconds of the server's clock; undefined when it does not say. */
export function readToken(accessToken: string): z.infer<typeof Claims> | undefined {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    return Claims.safeParse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).data
  } catch {
    return undefined // Not one of ours.
  }
}

/** Whom a token belongs to; empty when it does not say. */
export const userIdOf = ({ accessToken }: { accessToken: string }): string => readToken(accessToken)?.sub ?? ''
