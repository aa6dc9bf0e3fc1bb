import { createHash, timingSafeEqual } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { Problem } from '@loadping/contract/wire/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Labels = Record<string, string>
type Sample = { labels?: Labels; value: number }

/** One metric with its values at a reading. Labels never hold anything of a user. */
export type Metric = { name: string; type: 'counter' | 'gauge'; help: string; samples: Sample[] }

export const gauge = (name: string, help: string, samples: Sample[]): Metric => ({ name, type: 'gauge', help, samples })
export const counter = (name: string, help: string, samples: Sample[]): Metric => ({
  name,
  type: 'counter',
  help,
  samples,
})

/** Returns a registry of what was read just now. */
function registryOf(metrics: Metric[]): Registry {
  const registry = new Registry()
  for (const { name, type, help, samples } of metrics) {
    const labelNames = [...new Set(samples.flatMap(({ labels = {} }) => Object.keys(labels)))]
    const options = { name, help, labelNames, registers: [registry] }
    const metric = type === 'gauge' ? new Gauge(options) : new Counter(options)
    for (const { labels = {}, value } of samples) metric.inc(labels, value)
  }
  return registry
}

const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Counts answered requests by their route's pattern; those of unknown addresses are one route. */
function countRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'loadping_http_requests_total',
    help: 'Answered requests by route and class of status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'loadping_http_request_duration_seconds',
    help: 'How long answers took.',
    labelNames: ['method', 'route'],
    buckets: seconds,
    registers,
  })
  const refused = new Counter({
    name: 'loadping_http_refused_total',
    help: 'Requests over a limit (429), and those that cannot be answered now (503).',
    labelNames: ['status'],
    registers,
  })
  for (const status of ['429', '503']) refused.inc({ status }, 0)
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const { url } = routeOptions
    const labels: Labels = url === undefined ? { route: 'unknown' } : { method, route: url }
    requests.inc({ ...labels, status: `${Math.floor(statusCode / 100)}xx` })
    durations.observe(labels, elapsedTime / 1_000)
    if (statusCode === 429 || statusCode === 503) refused.inc({ status: String(statusCode) })
  })
}

/** Measures the memory, time, files and event loop of this process. */
function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  new Counter({
    name: 'loadping_event_loop_active_seconds_total',
    help: 'How long the event loop worked.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(performance.eventLoopUtilization().active / 1_000)
    },
  })
}

/** Whether a request shows this token. Takes as long for every wrong one. */
export function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}

/** Serves `/metrics` to who shows the token; without one in the settings there is no such address. */
export function serveMetrics(
  app: FastifyInstance,
  { token, read, histograms }: { token: string | undefined; read: () => Promise<Metric[]>; histograms: Histogram[] },
): void {
  if (token === undefined) return
  const registry = new Registry()
  countRequests(app, registry)
  measureProcess(registry)
  for (const histogram of histograms) registry.registerMetric(histogram)
  app.get('/metrics', { schema: { hide: true }, config: { limit: 'public' } }, async (request, reply) => {
    if (!hasToken(request, token)) throw new Problem('not-signed-in', 'Send METRICS_TOKEN as a bearer token.')
    const texts = await Promise.all([registryOf(await read()), registry].map((each) => each.metrics()))
    return reply.type(registry.contentType).send(texts.join('\n'))
  })
}
