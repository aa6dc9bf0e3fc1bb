import * as z from 'zod/mini'

/** What a page of the browser may ask the worker, and the type of what it gets. */
export type Message<Kind extends string = string, In = unknown, Out = unknown> = {
  kind: Kind
  request: z.ZodMiniType<In>
  response?: Out
}

type Shape = Record<string, z.ZodMiniType>
type RequestOf<Kind extends string, S extends Shape> = z.infer<z.ZodMiniObject<S & { kind: z.ZodMiniLiteral<Kind> }>>

/**
 * Describes a message by its kind, the other parts of the request, and what answers it. The worker checks requests; a
 * page trusts its answers, because both are of one version.
 */
export const message = <const Kind extends string, const S extends Shape>(kind: Kind, parts: S) => ({
  answeredBy: <Out>(): Message<Kind, RequestOf<Kind, S>, Out> => ({
    kind,
    request: z.strictObject({ ...parts, kind: z.literal(kind) }),
  }),
})

/** Whether the worker did what was asked. */
export type Done = { isDone: boolean }

/** Tells whether work was done, which may fail. */
export const whetherDone = (work: Promise<unknown>): Promise<Done> =>
  work.then(
    () => ({ isDone: true }),
    () => ({ isDone: false }),
  )

type AnyMessage = { kind: string; request: z.ZodMiniType; response?: unknown }

/** Answers of the worker to one kind of page, by the kind of the message. `From` tells which page asks. */
export type Answers<From = undefined> = {
  [kind: string]: readonly [AnyMessage, (request: never, from: From) => Promise<unknown>]
}

type ResponseOf<M> = M extends { response?: infer Out } ? Out : never

/** Checks a table of answers: that each handler fits its message, and each message its name. */
export const answers = <From, const T extends { [K in keyof T]: AnyMessage & { kind: K } }>(
  table: {
    [K in keyof T]: readonly [T[K], (request: z.infer<T[K]['request']>, from: From) => Promise<ResponseOf<T[K]>>]
  },
): Answers<From> => table

/**
 * Asks the worker. Returns undefined without a response, for example while the browser replaces the worker.
 */
export async function askWorker<In extends { kind: string }, Out>(
  { kind }: Message<string, In, Out>,
  request: Omit<In, 'kind'>,
): Promise<Out | undefined> {
  try {
    return await chrome.runtime.sendMessage<object, Out | undefined>({ ...request, kind })
  } catch {
    return undefined // also where the browser throws at once, because it has updated or removed the extension
  }
}
