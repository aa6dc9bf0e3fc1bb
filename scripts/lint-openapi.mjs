// node scripts/lint-openapi.mjs [document]: asks Redocly's linter what it finds in the OpenAPI document, of a server that it
// starts or in a file. Fails on an error. The linter is no package of this project: without the registry that has it, this
// says that nothing was checked, never that nothing was found.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askRegistryTool } from './registry-tool.mjs'

const folder = mkdtempSync(join(tmpdir(), 'loadping-openapi-'))
try {
  const [, , path] = process.argv
  writeFileSync(join(folder, 'openapi.json'), path ? readFileSync(path) : await askServer())
  const report = askRegistryTool({
    tool: '@redocly/cli@2.55.0',
    before: '2026-10-10',
    command: ['redocly', 'lint', '--format=json', 'openapi.json'],
    cwd: folder,
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  process.exitCode = judge(report)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function askServer() {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'warn' }
  const main = join(import.meta.dirname, '../server/src/main.ts')
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'close')
  try {
    let output = ''
    for await (const chunk of server.stdout) {
      output += chunk
      const [, address] = /^ready (\S+)$/m.exec(output) ?? []
      if (address) return await (await fetch(`${address}/openapi.json`)).text()
    }
    throw new Error('The server ended before it was ready.')
  } finally {
    server.kill()
    await ended
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

function judge(report) {
  if (!report?.totals) {
    console.log('OpenAPI: not linted (the registry did not provide the linter).')
    return 0
  }
  for (const { severity, ruleId, message, location } of report.problems)
    console.log(`${severity}: ${ruleId} at ${location[0]?.pointer}: ${message}`)
  console.log(`OpenAPI: ${report.totals.errors} errors, ${report.totals.warnings} warnings.`)
  return report.totals.errors > 0 ? 1 : 0
}
