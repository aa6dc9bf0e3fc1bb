import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FSWatcher, watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createDevServer } from '../dashboard/dev-server.ts'

// The product for development, on one origin: the dashboard reloads hot, and a change of the server or the extension
// restarts or rebuilds it. Everything ends with this process.
const root = join(import.meta.dirname, '..')
const port = Number(process.env['PORT'] || 8080)
const origin = (process.env['BASE_URL'] || `http://127.0.0.1:${port}`).replace(/\/+$/, '')

const server = runServer(await findFreePort())
const extension = runExtensionBuild()
const devServer = await createDevServer(server.findPort)
const watchers = [
  onChange(['server/src', 'contract/src'], server.restart),
  onChange(['extension/src', 'extension/icons', 'extension/build.ts', 'contract/src'], extension.rebuild),
]
const parent = process.ppid
const parentCheck = setInterval(() => process.ppid !== parent && void stop(), 1_000)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

try {
  await devServer.listen(port)
  server.restart()
} catch (error) {
  console.error(`Cannot listen on 127.0.0.1:${port}. Stop the program that does, or set PORT.`, error)
  process.exitCode = 1
  await stop()
}

async function stop(): Promise<void> {
  clearInterval(parentCheck)
  for (const watcher of watchers.splice(0).flat()) watcher.close()
  await Promise.all([server.stop(), extension.stop(), devServer.close()])
  process.exit()
}

/** Runs the server, one process at a time. */
function runServer(serverPort: number) {
  let child: ChildProcess | undefined
  let ready: Promise<unknown> = Promise.resolve()
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    BASE_URL: origin,
    npm_lifecycle_event: 'start', // makes the server end with this process, even when that is killed
  }

  async function start(): Promise<void> {
    const starting = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = starting
    const ended = once(starting, 'exit')
    const lines = createInterface({ input: starting.stdout })
    lines.on('line', (line) => console.log(line.replace(`http://127.0.0.1:${serverPort}`, origin)))
    await Promise.race([once(lines, 'line'), ended])
    void ended.then(([code]) => {
      if (child === starting) child = undefined
      if (code) console.error(`The server ended with code ${code}. It starts again on the next change.`)
    })
  }

  const changes = serialize(async () => {
    await end(child)
    await start()
  })
  return {
    restart: () => {
      ready = changes.run()
    },
    /** Waits while the server restarts; undefined if it does not run. */
    findPort: async (): Promise<number | undefined> => {
      await ready
      return child ? serverPort : undefined
    },
    stop: () => changes.close(() => end(child)),
  }
}

/** Builds the extension; the first build is already done by scripts/prepare.mjs. */
function runExtensionBuild() {
  let child: ChildProcess | undefined
  const changes = serialize(async () => {
    const env = { ...process.env, LOADPING_ORIGIN: origin }
    child = spawn(process.execPath, ['extension/build.ts'], { cwd: root, env, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code === 0) console.log('The extension is rebuilt. Reload it in chrome://extensions.')
  })
  return { rebuild: () => void changes.run(), stop: () => changes.close(() => end(child)) }
}

/** Runs one task at a time. Calls during a run lead to one more run. */
function serialize(task: () => Promise<void>) {
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let isClosed = false

  function run(): Promise<void> {
    next ??= current.then(async () => {
      next = undefined
      if (!isClosed) await task()
    })
    current = next
    return next
  }
  async function close(cleanup: () => Promise<void>): Promise<void> {
    isClosed = true
    await cleanup()
    await current
    await cleanup()
  }
  return { run, close }
}

/** Asks a child to end, and kills it when it has not after 20 seconds. */
async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(timer)
}

/** Calls `work` shortly after a change below one of the paths; tests do not count. */
function onChange(paths: string[], work: () => void): FSWatcher[] {
  let timer: ReturnType<typeof setTimeout> | undefined
  return paths.map((path) =>
    watch(join(root, path), { recursive: true }, (_event, file) => {
      if (file && /\.test\.tsx?$|(^|\/)testing\//.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(work, 100)
    }),
  )
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No free port')
  return address.port
}
