import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The machines of a cluster that keep the rows of users. One database is no cluster: nothing of it is ever away. */
export type Machines = {
  /** Whether a machine does not answer. */
  isAnyAway: () => boolean
  /** Returns those of these users whose rows are on a machine that does not answer. */
  listAway: (userIds: string[]) => Promise<ReadonlySet<string>>
  /** Asks each machine whether it answers. */
  look: () => Promise<void>
}

type Machine = { name: string; host: string; port: number }

/** As Citus answers them; of one database there are no machines. */
export type ClusterReads = {
  listMachines: () => Promise<Machine[]>
  /** Answers in three seconds at most, or throws. A machine that was silent before is asked apart from the others. */
  ask: (machine: Machine, wasSilent: boolean) => Promise<boolean>
  listOn: (machines: string[], userIds: string[]) => Promise<string[]>
}

const nobody: ReadonlySet<string> = new Set()

/**
 * Watches the machines of a cluster. While one does not answer, calls `endSlow` at each look, so that what waits for it gives its
 * connections back.
 */
export function createMachines(
  { listMachines, ask, listOn }: ClusterReads,
  { log, endSlow }: { log: Pick<FastifyBaseLogger, 'error' | 'warn'>; endSlow: () => void },
): Machines {
  let silent: string[] = []
  let away: string[] = []
  return {
    isAnyAway: () => away.length > 0,
    listAway: async (userIds) => (away.length === 0 ? nobody : new Set(await listOn(away, userIds))),
    async look() {
      const machines = await listMachines()
      const silentBefore = silent
      const silentNow: string[] = []
      for (const machine of machines) {
        const answers = await ask(machine, silentBefore.includes(machine.name)).catch(() => false)
        if (!answers) silentNow.push(machine.name)
      }
      silent = silentNow
      const before = away
      away = silentNow.filter((name) => silentBefore.includes(name)) // once may be a busy machine
      const lost = away.filter((name) => !before.includes(name))
      const back = before.filter((name) => !away.includes(name))
      if (lost.length > 0) log.error({ machines: lost }, 'a machine of the database does not answer: its users wait')
      if (back.length > 0) log.warn({ machines: back }, 'a machine of the database answers again')
      if (away.length > 0) endSlow()
    },
  }
}

/**
 * Reads of the coordinator. Machines are asked over two connections of their own, because one that waits for a silent machine is
 * lost.
 */
export function readCluster(db: Db, { own, ofSilent }: { own: Db; ofSilent: Db }): ClusterReads {
  let isCluster: boolean | undefined
  return {
    async listMachines() {
      isCluster ??= await hasCitus(own)
      if (!isCluster) return []
      const { rows } = await sql<Machine>`
        select nodename || ':' || nodeport as name, nodename as host, nodeport as port from pg_dist_node
        where noderole = 'primary' and isactive and shouldhaveshards and groupid > 0 order by nodeid`.execute(own)
      return rows
    },
    async ask({ host, port }, wasSilent) {
      const { rows } = await sql<{ answers: boolean }>`
        select citus_check_connection_to_node(${host}::text, ${port}::integer) as answers`.execute(
        wasSilent ? ofSilent : own,
      )
      return rows[0]?.answers === true
    },
    async listOn(machines, userIds) {
      const { rows } = await sql<{ id: string }>`
        select users.id::text as id from unnest(${userIds}::uuid[]) as users (id)
        where get_shard_id_for_distribution_column('email', users.id) in (
          select shardid from pg_dist_placement join pg_dist_node using (groupid)
          where nodename || ':' || nodeport = any(${machines}::text[]))`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}

async function hasCitus(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('pg_catalog.pg_dist_node') is not null as found`.execute(db)
  return rows[0]?.found === true
}
