import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, startupError } from '../startup-error.ts'

/**
 * Ends the server that a killed owner left running on this cluster, and clears a stale pid file; anything else is left alone.
 * Only the holder of the data folder may call it. A process id alone proves nothing: it counts as ours only if it serves this very cluster.
 */
export async function stopOrphanedServer(cluster: string, connection: pg.ClientConfig): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const deadline = Date.now() + 60_000
  let isToldToStop = false
  while (existsSync(pidFile)) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    if (!pid || !isAlive(pid)) return // stale: PostgreSQL itself clears it, after looking for workers that are still at it

    const isOurs = (await servesCluster(connection, cluster)) || runsIn(pid, cluster)
    if (!isOurs) return rmSync(pidFile, { force: true }) // the id now belongs to a process that has nothing to do with us

    if (Date.now() > deadline)
      throw startupError(
        `A PostgreSQL that an earlier run left behind (process ${pid}) does not stop. Stop it by hand, then start again.`,
      )
    process.kill(pid, isToldToStop && Date.now() > deadline - 30_000 ? 'SIGQUIT' : 'SIGINT')
    isToldToStop = true
    await sleep(50)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

async function servesCluster(connection: pg.ClientConfig, cluster: string): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    return rows[0]?.data_directory === cluster
  } catch {
    return false // nobody answers on the socket
  } finally {
    await client.end().catch(() => {})
  }
}

/** A server works in its cluster's folder, also while it cannot answer (starting, recovering, stopping). */
function runsIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return (
      spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(`-D ${cluster}`) ??
      false
    )
  }
}
