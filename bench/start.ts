import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { processesOf, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

export type StartResult = { firstStartMs: number; warmStartMs: number[]; idleMemoryMb: number; processes: number }

/**
 * Measures the time until the product is ready, with an empty and with a used data folder, and the idle memory of all
 * its processes.
 */
export async function measureStart(rounds: number): Promise<StartResult> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const env = { DATA_DIR: `${folder}/data`, NODE_DISABLE_COMPILE_CACHE: '1' }
  const times: number[] = []
  let idleMemoryMb = 0
  let processes = 0
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now()
    const product = await spawnProduct(env)
    times.push(Math.round(performance.now() - startedAt))
    if (round === rounds) {
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      const pids = [product.child.pid ?? 0, ...processesOf(env.DATA_DIR)]
      processes = pids.length
      idleMemoryMb = Math.round(pids.reduce((sum, pid) => sum + proportionalKb(pid), 0) / 1024)
    }
    product.child.kill('SIGTERM')
    await product.ended
  }
  rmSync(folder, { recursive: true, force: true })
  const [firstStartMs = 0, ...warmStartMs] = times
  return { firstStartMs, warmStartMs, idleMemoryMb, processes }
}

/** Returns a process's memory with shared pages divided among their processes, so that a sum counts each page once. */
function proportionalKb(pid: number): number {
  const file = readdirSync(`/proc/${pid}`).includes('smaps_rollup')
    ? readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    : ''
  return Number(/^Pss:\s+(\d+) kB$/m.exec(file)?.[1] ?? 0)
}
