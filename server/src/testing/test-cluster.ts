import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const distribution = readFileSync(join(import.meta.dirname, '../db/distribute.sql'), 'utf8')

type Node = { nodename: string; nodeport: number }

/** Lists the machines of a Citus cluster, its coordinator first; of any other server, itself alone. */
export async function listMachines(server: pg.ClientConfig): Promise<pg.ClientConfig[]> {
  const { rowCount } = await query(server, `select from pg_extension where extname = 'citus'`)
  if (rowCount === 0) return [server]
  const nodes = await query<Node>(server, 'select nodename, nodeport from pg_dist_node where groupid > 0 order by 1, 2')
  return [server, ...nodes.rows.map(({ nodename, nodeport }) => ({ ...server, host: nodename, port: nodeport }))]
}

/** Distributes a migrated database, which each machine has, and closes it, so that it can be copied on each of them. */
export async function distribute(machines: pg.ClientConfig[], database: string): Promise<void> {
  const [coordinator = {}, ...workers] = machines
  const { rows } = await query<Node>(coordinator, 'select nodename, nodeport from pg_dist_node where groupid = 0')
  for (const machine of machines) await query({ ...machine, database }, 'create extension citus')
  const nodes = workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`)
  const itself = rows.map(({ nodename, nodeport }) => `select citus_set_coordinator_host('${nodename}', ${nodeport})`)
  for (const statement of [...itself, ...nodes, distribution.replace(':shards', '4')])
    await query({ ...coordinator, database }, statement)
  for (const machine of machines) {
    await query(machine, `alter database ${database} allow_connections false`)
    await query(machine, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)
  }
}

/** Runs one statement on a connection of its own. */
export const query = <Row extends pg.QueryResultRow>(server: pg.ClientConfig, statement: string) =>
  connected(server, (client) => client.query<Row>(statement))

/** Runs work on a connection of its own. */
export async function connected<T>(server: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server)
  await client.connect()
  return work(client).finally(() => client.end())
}
