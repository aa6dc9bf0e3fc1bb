// node scripts/lint-extension.mjs [folder]: asks Mozilla's web-ext what it finds in the unpacked extension, by default that for
// Firefox. Fails on an error and on a warning. Without the registry that has web-ext this says that nothing was checked.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { askRegistryTool } from './registry-tool.mjs'

const source = resolve(process.argv[2] ?? join(import.meta.dirname, '../extension/dist/firefox'))
const folder = mkdtempSync(join(tmpdir(), 'loadping-web-ext-')) // npm would take packages of this project there
try {
  const found = askRegistryTool({
    tool: 'web-ext@10.7.0',
    before: '2026-11-20',
    command: ['web-ext', 'lint', `--source-dir=${source}`, '--output=json', '--no-config-discovery'],
    cwd: folder,
  })
  process.exitCode = judge(found)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function judge(found) {
  if (!found?.summary) {
    console.log('Extension: not linted (the registry did not provide web-ext).')
    return 0
  }
  for (const { code, message, file } of [...found.errors, ...found.warnings])
    console.log(`${code} in ${file}: ${message}`)
  const { errors, warnings } = found.summary
  console.log(`Extension: ${errors} errors, ${warnings} warnings.`)
  return errors + warnings > 0 ? 1 : 0
}
