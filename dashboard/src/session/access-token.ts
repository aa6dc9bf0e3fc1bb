import * as z from 'zod/mini'

const Claims = z.object({ sub: z.optional(z.string()), iat: z.number(), exp: z.number() })

/** Returns a token's user id and its lifetime in seconds of the server's clock; undefined for an unreadable token. */
export function readToken(accessToken: string): z.infer<typeof Claims> | undefined {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    return Claims.safeParse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).data
  } catch {
    return undefined // Not a token of this server.
  }
}

/** Returns the user id in a token; empty for an unreadable token. */
export const userIdOf = ({ accessToken }: { accessToken: string }): string => readToken(accessToken)?.sub ?? ''
