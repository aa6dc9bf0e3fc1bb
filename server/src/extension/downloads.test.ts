import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listDownloads } from './downloads.service.ts'

test('[X12] each download is listed with the SHA-256 of its bytes; one that is not built is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'downloads-'))
  mkdirSync(join(folder, 'firefox'))
  writeFileSync(join(folder, 'firefox/manifest.json'), JSON.stringify({ version: '1.4.2' }))
  writeFileSync(join(folder, 'loadping-firefox.zip'), 'zipped')
  writeFileSync(join(folder, 'loadping-edge.zip'), 'without a manifest')

  const sha256 = createHash('sha256').update('zipped').digest('hex')
  const path = '/extension/loadping-firefox.zip'
  expect(await listDownloads(folder)).toEqual([{ browser: 'firefox', path, version: '1.4.2', bytes: 6, sha256 }])
  rmSync(folder, { recursive: true })
})
