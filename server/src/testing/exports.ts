import { unzipSync } from 'fflate'
import type { TestApp, TestUser } from './test-app.ts'

/** Unzips an export, and returns its texts by their paths in its folder. */
export function readZip(zip: Uint8Array): Map<string, string> {
  const files = Object.entries(unzipSync(zip))
  return new Map(files.map(([path, bytes]) => [path.split('/').slice(1).join('/'), Buffer.from(bytes).toString()]))
}

/** Exports a user's account, and returns its texts by their paths in the zip's folder. */
export async function exportAccount(app: TestApp, user: TestUser): Promise<Map<string, string>> {
  await user.accountExport.requestExport()
  await app.runDueJobs()
  return download(user)
}

/** Downloads a user's finished export. */
export async function download(user: TestUser): Promise<Map<string, string>> {
  const current = await user.accountExport.getExport()
  const file = await user.accountExport.downloadExport({ params: { id: current?.id ?? '' } })
  return readZip(new Uint8Array(await (file as Blob).arrayBuffer()))
}
