import { liveLimits } from '@loadping/contract/home/live'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Caller, Deps, PublicContext } from '../context.ts'
import { authorize, contextOf, type FindCaller } from '../http/authorize.ts'
import { createWatcher, type Watcher } from '../live/live.service.ts'
import { listWatched } from './figures.service.ts'
import { createLiveStream } from './live-stream.ts'

const Query = z.strictObject({ version: z.coerce.number().check(z.int(), z.minimum(0)) })

/**
 * Serves a stream of the versions of the Dashboard. It ends with its session, with the access token that opened it, and
 * when the role or team of its user changes.
 */
export function serveLive(app: FastifyInstance, deps: Deps, findCaller: FindCaller): void {
  const watcher = createWatcher(deps)
  const endings = new Map<string, Set<() => void>>()
  app.addHook('preClose', async () => {
    for (const end of [...endings.values()].flatMap((ends) => [...ends])) end()
    await watcher.stop()
  })

  app.get('/home/live', { schema: { hide: true }, config: { requestClass: 'page' } }, async (request, reply) => {
    const client = contextOf(deps, request)
    refuseOtherOrigins(client)
    const caller = await authorize(client, findCaller, { access: 'user' })
    request.userId = caller.userId
    const { data: query } = Query.safeParse(request.query)
    if (!query) throw new Problem('invalid-input', 'Name the version that is shown.')
    const userIds = await listWatched({ ...client, caller })

    const ends = endings.get(caller.userId) ?? new Set()
    if (ends.size >= liveLimits.streamsPerUser) throw new Problem('too-many', 'Too many pages are open at once.')
    endings.set(caller.userId, ends)
    const end = openStream(watcher, reply, {
      userIds,
      version: query.version,
      mayGoOn: async () => isSame(await findCaller(client), caller),
      onEnd: () => {
        ends.delete(end)
        if (ends.size === 0) endings.delete(caller.userId)
      },
    })
    ends.add(end)
  })
}

type Opening = {
  userIds: string[]
  version: number
  /** Asked before each event and each ping. */
  mayGoOn: () => Promise<boolean>
  onEnd: () => void
}

/** Answers with a stream until it ends on either side. Returns a function that ends it. */
function openStream(watcher: Watcher, reply: FastifyReply, { userIds, version, mayGoOn, onEnd }: Opening): () => void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>), // all are set by us
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  })
  const stream = createLiveStream(raw)
  const end = () => void (raw.destroyed ? raw.emit('close') : raw.end())
  const writeIfAllowed = (write: () => void): void =>
    void mayGoOn().then(
      (may) => (may ? write() : end()),
      end, // the database cannot be asked: the client tries again
    )
  const unwatch = watcher.watch({
    userIds,
    version,
    onVersion: (newest) => writeIfAllowed(() => stream.sendVersion(newest)),
  })
  const pings = setInterval(() => writeIfAllowed(stream.ping), liveLimits.pingMs)
  raw.once('close', () => {
    clearInterval(pings)
    unwatch()
    onEnd()
  })
  stream.ping()
  return end
}

/** Rejects other pages; a browser names no origin when our own page asks. */
function refuseOtherOrigins({ baseUrl, client: { origin } }: PublicContext): void {
  if (origin !== undefined && origin !== baseUrl)
    throw new Problem('not-allowed', "This request isn't allowed from this page.")
}

const isSame = (now: Caller | undefined, before: Caller): boolean =>
  now !== undefined &&
  now.role === before.role &&
  now.organizationId === before.organizationId &&
  now.userType === before.userType
