import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Runs a script on a file with an npm that prints what a test says, as the linter does. */
async function lint(printed: string, script = 'lint-openapi.mjs') {
  const folder = mkdtempSync(join(tmpdir(), 'loadping-linter-'))
  const npm = join(folder, 'npm')
  writeFileSync(npm, `#!/bin/sh\ncat <<'END'\n${printed}\nEND\nexit 1\n`)
  chmodSync(npm, 0o755)
  const document = join(folder, 'openapi.json')
  writeFileSync(document, '{}')
  const child = spawn(process.execPath, [`scripts/${script}`, document], {
    cwd: root,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  const [code] = await once(child, 'close')
  return { code, output: await output }
}

const report = (severity: 'error' | 'warn') =>
  JSON.stringify({
    totals: { errors: severity === 'error' ? 1 : 0, warnings: severity === 'warn' ? 1 : 0 },
    problems: [{ severity, ruleId: 'struct', message: 'Bad.', location: [{ pointer: '#/paths' }] }],
  })

test('an error of the linter in the OpenAPI document fails the check, a warning does not', async () => {
  expect(await lint(report('error'))).toEqual({
    code: 1,
    output: 'error: struct at #/paths: Bad.\nOpenAPI: 1 errors, 0 warnings.\n',
  })
  expect(await lint(report('warn'))).toMatchObject({ code: 0, output: expect.stringContaining('0 errors, 1 warnings') })
})

test('without the linter the check of the OpenAPI document says that it was not run', async () => {
  expect(await lint('npm error code ECONNREFUSED')).toEqual({
    code: 0,
    output: 'OpenAPI: not linted (the registry did not provide the linter).\n',
  })
})

const finding = (kind: 'errors' | 'warnings') =>
  JSON.stringify({
    summary: { errors: 0, warnings: 0, [kind]: 1 },
    errors: [],
    warnings: [],
    [kind]: [{ code: 'UNSAFE', message: 'Bad.', file: 'popup.js' }],
  })

test("[X11] an error or a warning of Mozilla's linter in the extension fails the check", async () => {
  expect(await lint(finding('warnings'), 'lint-extension.mjs')).toEqual({
    code: 1,
    output: 'UNSAFE in popup.js: Bad.\nExtension: 0 errors, 1 warnings.\n',
  })
  expect(await lint(finding('errors'), 'lint-extension.mjs')).toMatchObject({ code: 1 })
  const clean = JSON.stringify({ summary: { errors: 0, warnings: 0 }, errors: [], warnings: [] })
  expect(await lint(clean, 'lint-extension.mjs')).toEqual({ code: 0, output: 'Extension: 0 errors, 0 warnings.\n' })
})

test('without web-ext the check of the extension says that it was not run', async () => {
  expect(await lint('npm error code ECONNREFUSED', 'lint-extension.mjs')).toEqual({
    code: 0,
    output: 'Extension: not linted (the registry did not provide web-ext).\n',
  })
})
