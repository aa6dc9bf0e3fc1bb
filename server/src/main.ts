import { setFlagsFromString } from 'node:v8'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { exitCodeOf } from './startup-error.ts'

const nodeMajor = Number(process.versions.node.split('.')[0])
if (nodeMajor < 26) {
  console.error(`LoadPing needs Node 26 (found ${process.version}). Run npm start, which uses the bundled Node.`)
  process.exit(1)
}

// V8 lets the heap triple between two collections, and gives most of that back late.
setFlagsFromString('--heap-growing-percent=50')

const read = readConfig(process.env)
if ('bad' in read) {
  for (const { name, reason } of read.bad) console.error(`${name} ${reason}.`)
  process.exit(78) // EX_CONFIG
}

const log = createLog(read.config)
// Crash-only: log the error and exit; the process manager restarts the server (docs/operations/install.md).
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught exception; exiting')
  process.exit(1)
})

try {
  // Read only now, because it takes most of a second, which a wrong setting should not.
  const { startProduct } = await import('./product.ts')
  const starting = Promise.resolve(read.config).then((config) => startProduct(config, log))
  // A signal during startup stops the server once started; a second signal doesn't interrupt the shutdown.
  const stop = () => void starting.then((product) => product.stop()).then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  if (process.env['npm_lifecycle_event'] === 'start') stopWithParent(stop)
  const product = await starting
  for (const line of product.startupMessage) console.log(line)
} catch (error) {
  console.error(error instanceof Error && error.name === 'StartupError' ? error.message : error)
  process.exit(exitCodeOf(error))
}

/** Stops when the parent npm process is gone, even if it was killed without forwarding the signal. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 1_000)
  watch.unref()
}
