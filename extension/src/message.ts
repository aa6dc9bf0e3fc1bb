import * as z from 'zod/mini'

/** What a page of the browser may ask the worker, and what it gets. */
export type Message<Kind extends string = string, In = unknown, Out = unknown> = {
  kind: Kind
  request: z.ZodMiniType<In>
  response: z.ZodMiniType<Out>
}

type Shape = Record<string, z.ZodMiniType>
type RequestOf<Kind extends string, S extends Shape> = z.infer<z.ZodMiniObject<S & { kind: z.ZodMiniLiteral<Kind> }>>

/** Describes a message by its kind, the other parts of the request, and the response. */
export function message<const Kind extends string, const S extends Shape, Out>(
  kind: Kind,
  parts: S,
  response: z.ZodMiniType<Out>,
): Message<Kind, RequestOf<Kind, S>, Out> {
  return { kind, request: z.strictObject({ ...parts, kind: z.literal(kind) }), response }
}

/** Whether the worker did what was asked. */
export const Done = z.object({ isDone: z.boolean() })
export type Done = z.infer<typeof Done>

/** Tells whether work was done, which may fail. */
export const whetherDone = (work: Promise<unknown>): Promise<Done> =>
  work.then(
    () => ({ isDone: true }),
    () => ({ isDone: false }),
  )

type AnyMessage = { kind: string; request: z.ZodMiniType; response: z.ZodMiniType }

/** Answers of the worker to one kind of page, by the kind of the message. `From` tells which page asks. */
export type Answers<From = undefined> = {
  [kind: string]: readonly [AnyMessage, (request: never, from: From) => Promise<unknown>]
}

/** Checks a table of answers: that each handler fits its message, and each message its name. */
export const answers = <From, const T extends { [K in keyof T]: AnyMessage & { kind: K } }>(
  table: {
    [K in keyof T]: readonly [
      T[K],
      (request: z.infer<T[K]['request']>, from: From) => Promise<z.output<T[K]['response']>>,
    ]
  },
): Answers<From> => table

/**
 * Asks the worker. Returns undefined without a valid response, for example while the browser replaces the worker.
 */
export async function askWorker<In extends { kind: string }, Out>(
  { kind, response }: Message<string, In, Out>,
  request: Omit<In, 'kind'>,
): Promise<Out | undefined> {
  try {
    return response.safeParse(await chrome.runtime.sendMessage({ ...request, kind })).data
  } catch {
    return undefined // also where the browser throws at once, because it has updated or removed the extension
  }
}
