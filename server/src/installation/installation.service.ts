import type { InstallationReport, PartReport } from '@loadping/contract/installation/installation'
import { Problem } from '@loadping/contract/wire/problem'
import type { Context, Deps } from '../context.ts'
import { countByKey } from '../key-rotation/key-rotation.service.ts'
import { readFigures } from './figures.service.ts'
import { reportParts } from './part-reports.ts'
import { version } from './version.ts'

/** Says how the installation does, to its administrators only. */
export async function getInstallation(ctx: Context): Promise<InstallationReport> {
  if (!ctx.administrators.includes(ctx.caller.email)) throw new Problem('not-found', 'Not found.')
  const [parts, figures] = await Promise.all([reportParts(ctx), readFigures(ctx)])
  const at = { readAt: ctx.now().toISOString(), startedAt: ctx.observed.startedAt.toISOString() }
  return { version, address: ctx.baseUrl, ...at, parts, figures }
}

/** Names the parts that fail now. */
export const listFailing = async (ctx: Deps): Promise<PartReport['part'][]> =>
  (await reportParts(ctx)).filter(({ state }) => state === 'failing').map(({ part }) => part)

/** Counts what no secret of the settings opens, and what waits for a rotation. Reads all that is stored encrypted. */
export async function lookAtKeys({ db, keys, observed }: Pick<Deps, 'db' | 'keys' | 'observed'>): Promise<void> {
  const others = (await countByKey({ db, keys })).flatMap((kind) => kind.others)
  const sum = (isMeant: (keyId: string) => boolean) =>
    others.filter(({ keyId }) => isMeant(keyId)).reduce((total, { count }) => total + count, 0)
  const isOpen = (keyId: string) => keys.ids.includes(keyId)
  observed.keys = { unreadable: sum((keyId) => !isOpen(keyId)), older: sum(isOpen) }
}
