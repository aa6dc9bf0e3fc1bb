import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './after-file.ts'

export type JsonServer = {
  url: string
  /** The requests so far: path and query. */
  requests: URL[]
  /** Answers the next requests: with JSON, or by writing the response itself. */
  answer: (url: URL, response: ServerResponse) => unknown
}

/** Starts a local server that stands in for an outside service. */
export async function startJsonServer(answer: JsonServer['answer']): Promise<JsonServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://local')
    started.requests.push(url)
    const body = started.answer(url, response)
    if (body !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const started: JsonServer = { url: `http://127.0.0.1:${port}`, requests: [], answer }
  return started
}
