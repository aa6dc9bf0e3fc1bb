import * as z from 'zod/mini'

/** Where the next page of a list begins, as an answer named it. Clients only send it back. */
export const PageCursor = z.string().check(z.minLength(1), z.maxLength(500))
