import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, startupError } from '../startup-error.ts'

/**
 * Stops a server that a killed process left running on this cluster, and no other. The caller must hold the data folder
 * lock.
 */
export async function stopOrphanedServer(cluster: string, connection: pg.ClientConfig): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const deadline = Date.now() + 60_000
  let wasSignaled = false
  while (existsSync(pidFile)) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    if (!pid || !isAlive(pid)) return // stale: PostgreSQL removes it after checking for remaining workers

    const isOurs = (await servesCluster(connection, cluster)) || runsIn(pid, cluster)
    if (!isOurs) return rmSync(pidFile, { force: true }) // the process id was reused

    if (Date.now() > deadline)
      throw startupError(
        `A PostgreSQL server from an earlier run (process ${pid}) won't stop. Stop it manually, then start again.`,
      )
    process.kill(pid, wasSignaled && Date.now() > deadline - 30_000 ? 'SIGQUIT' : 'SIGINT')
    wasSignaled = true
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
    return false // nothing listens on the socket
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether the process runs in the cluster's folder, which works even if it doesn't accept connections yet. */
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
