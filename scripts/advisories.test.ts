import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Runs the check against a registry that answers what a test says. */
async function check(answer: (response: ServerResponse, path: string) => void) {
  const registry = createServer((request, response) => {
    request.resume()
    answer(response, request.url ?? '')
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo // a server on a port has one
  const child = spawn(process.execPath, ['scripts/advisories.mjs'], {
    cwd: root,
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  const [code] = await once(child, 'close')
  registry.closeAllConnections()
  registry.close()
  return { code, output: await output }
}

test('[C05] without an answer about advisories the check says that it was not run', async () => {
  const refused = await check((response) => response.writeHead(405).end())
  const broken = await check((response) => response.destroy())

  expect(refused).toEqual({ code: 0, output: expect.stringMatching(/^Advisories: not run \(.*405/) })
  expect(broken).toEqual({ code: 0, output: expect.stringMatching(/^Advisories: not run /) })
})

test('[C05] a critical advisory of a shipped package fails the check; an empty answer is none known', async () => {
  const critical = await check((response, path) => {
    const advisory = {
      id: 1,
      url: 'https://advisories.example/1',
      title: 'Reads any file',
      severity: 'critical',
      vulnerable_versions: '<9999',
    }
    const packument = {
      name: 'stripe',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name: 'stripe', version: '1.0.0' } },
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(path.includes('advisories') ? { stripe: [advisory] } : packument))
  })
  const none = await check((response) => response.setHeader('content-type', 'application/json').end('{}'))

  expect(critical.code).toBe(1)
  expect(critical.output).toContain('critical: stripe: Reads any file')
  expect(none).toEqual({ code: 0, output: 'Advisories: none known.\n' })
})
