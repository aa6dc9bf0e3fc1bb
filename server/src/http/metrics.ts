import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Labels = Record<string, string>
type Sample = { labels?: Labels; value: number; suffix?: '_bucket' | '_sum' | '_count' }

/** One metric with its values. Labels never hold anything of a user. */
export type Metric = {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: Sample[]
}

/** Writes metrics in Prometheus' text format. */
export const writeMetrics = (metrics: Metric[]): string =>
  metrics
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ labels = {}, value, suffix = '' }) => `${name}${suffix}${writeLabels(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const escapeLabel = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** Seconds. */
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Route = { labels: Labels; byClass: Map<string, number>; byBucket: number[]; count: number; seconds: number }

/** Counts answered requests by their route's pattern; those of unknown addresses are one route. */
function countRequests(app: FastifyInstance): () => Metric[] {
  const routes = new Map<string, Route>()
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { url } = request.routeOptions
    const labels: Labels = url === undefined ? { route: 'unknown' } : { method: request.method, route: url }
    const key = Object.values(labels).join(' ')
    const route = routes.get(key) ?? {
      labels,
      byClass: new Map(),
      byBucket: buckets.map(() => 0),
      count: 0,
      seconds: 0,
    }
    routes.set(key, route)
    const status = `${Math.floor(statusCode / 100)}xx`
    const seconds = elapsedTime / 1_000
    route.byClass.set(status, (route.byClass.get(status) ?? 0) + 1)
    route.byBucket = route.byBucket.map((count, index) => count + Number(seconds <= (buckets[index] ?? 0)))
    route.count += 1
    route.seconds += seconds
  })
  return () => [
    {
      name: 'loadping_http_requests_total',
      type: 'counter',
      help: 'Answered requests by route and class of status.',
      samples: [...routes.values()].flatMap(({ labels, byClass }) =>
        [...byClass].map(([status, value]) => ({ labels: { ...labels, status }, value })),
      ),
    },
    {
      name: 'loadping_http_request_duration_seconds',
      type: 'histogram',
      help: 'How long answers took.',
      samples: [...routes.values()].flatMap(durationsOf),
    },
  ]
}

const durationsOf = ({ labels, byBucket, count, seconds }: Route): Sample[] => [
  ...byBucket.map(
    (value, index): Sample => ({
      suffix: '_bucket',
      labels: { ...labels, le: String(buckets[index]) },
      value,
    }),
  ),
  { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
  { suffix: '_sum', labels, value: seconds },
  { suffix: '_count', labels, value: count },
]

/** Measures this process: its memory and time, and how late its event loop was since the last reading. */
function measureProcess(app: FastifyInstance): () => Metric[] {
  const delay = monitorEventLoopDelay()
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())
  const inSeconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  return () => {
    const { user, system } = process.cpuUsage()
    const late = [
      { labels: { quantile: '0.5' }, value: inSeconds(delay.percentile(50)) },
      { labels: { quantile: '0.99' }, value: inSeconds(delay.percentile(99)) },
      { labels: { quantile: '1' }, value: inSeconds(delay.max) },
    ]
    delay.reset()
    return [
      gauge('loadping_event_loop_delay_seconds', 'How late the event loop was since the last reading.', late),
      counter('loadping_event_loop_active_seconds_total', 'How long the event loop worked.', [
        { value: performance.eventLoopUtilization().active / 1_000 },
      ]),
      counter('process_cpu_seconds_total', 'Processor time.', [{ value: (user + system) / 1e6 }]),
      gauge('process_resident_memory_bytes', 'Memory.', [{ value: process.memoryUsage.rss() }]),
      gauge('process_start_time_seconds', 'When the process began.', [{ value: performance.timeOrigin / 1_000 }]),
    ]
  }
}

export const gauge = (name: string, help: string, samples: Sample[]): Metric => ({ name, type: 'gauge', help, samples })
export const counter = (name: string, help: string, samples: Sample[]): Metric => ({
  name,
  type: 'counter',
  help,
  samples,
})

/** Whether a request shows this token. Takes as long for every wrong one. */
export function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}

/** Serves `/metrics` to who shows the token; without one in the settings there is no such address. */
export function serveMetrics(
  app: FastifyInstance,
  { token, read }: { token: string | undefined; read: () => Promise<Metric[]> },
): void {
  if (token === undefined) return
  const readRequests = countRequests(app)
  const readProcess = measureProcess(app)
  app.get('/metrics', { schema: { hide: true }, config: { limit: 'public' } }, async (request, reply) => {
    if (!hasToken(request, token)) throw new Problem('not-signed-in', 'Send METRICS_TOKEN as a bearer token.')
    const metrics = [...(await read()), ...readProcess(), ...readRequests()]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(writeMetrics(metrics))
  })
}
