import { readConfig } from './config.ts'
import { createLog, startProduct } from './product.ts'

const needed = Number(process.versions.node.split('.')[0])
if (needed < 26) {
  console.error(
    `LoadPing runs on Node 26, and this is ${process.version}. Start it with npm start, which brings its own.`,
  )
  process.exit(1)
}

const read = readConfig(process.env)
if ('bad' in read) {
  for (const { name, reason } of read.bad) console.error(`${name} ${reason}.`)
  process.exit(78) // EX_CONFIG
}

// Crash-only: what nobody foresaw is written down, and whatever runs the product starts it anew (docs/operations.md).
process.on('uncaughtException', (error) => {
  createLog(read.config).fatal({ err: error }, 'something happened that nobody foresaw; LoadPing ends')
  process.exit(1)
})

try {
  const starting = Promise.resolve(read.config).then(startProduct)
  // Asked to stop while it starts, it stops once it has; asked twice, it goes on stopping: nothing is left behind either way.
  const stop = () => void starting.then((product) => product.stop()).then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  if (process.env['npm_lifecycle_event'] === 'start') endWithParent(stop)
  const product = await starting
  for (const line of product.startupMessage) console.log(line)
} catch (error) {
  console.error(error instanceof Error && error.name === 'CannotStart' ? error.message : error)
  process.exit(1)
}

/** Ends with the npm that started it, also when that was killed and could not say so: who looks for the product looks for npm. */
function endWithParent(stop: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 1_000)
  watch.unref()
}
