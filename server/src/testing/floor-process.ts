import Fastify from 'fastify'
import pg from 'pg'
import * as z from 'zod/mini'

// The least that a request can cost: bare Fastify and pg with the given statements, prepared once, and no check. The
// argument holds the connection and the statements of each route as JSON.
const { connection, routes } = z
  .object({
    connection: z.record(z.string(), z.unknown()),
    routes: z.record(z.string(), z.array(z.object({ text: z.string(), values: z.array(z.unknown()) }))),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))
const pool = new pg.Pool({ ...connection, max: 16 })
const app = Fastify()
for (const [path, statements] of Object.entries(routes)) {
  const prepared = statements.map((statement, index) => ({ ...statement, name: `${path} ${index}` }))
  app.get(path, async () => {
    const read: unknown[] = []
    for (const statement of prepared) read.push((await pool.query(statement)).rows)
    return read
  })
}
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
