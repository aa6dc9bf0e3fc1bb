import { countByKey, type KeyCounts, rotateKeys } from '../../server/src/key-rotation/key-rotation.service.ts'
import type { Keys } from '../../server/src/keys.ts'
import { keysOf } from './keys-of.ts'
import type { Answer, CommandContext, Word } from './word.ts'

/** Shows which key encrypted what is stored, and encrypts it with that of AUTH_SECRET. */
export const word: Word = {
  summary: 'shows which keys encrypted what is stored, or encrypts it with that of AUTH_SECRET',
  usage: ['status', 'rotate'],
  read([command, ...extra]) {
    if (extra.length > 0) return undefined
    if (command === 'status') return { run: async (ctx) => statusOf(ctx, await keysOf(ctx)) }
    return command === 'rotate' ? { changes: 'keys rotate', run: rotate } : undefined
  },
}

async function statusOf(ctx: CommandContext, keys: Keys): Promise<Answer> {
  const counts = await countByKey({ db: ctx.db, keys })
  const isUnknown = ({ others }: KeyCounts) => others.some(({ keyId }) => !keys.ids.includes(keyId))
  const isDone = counts.every(({ others }) => others.length === 0)
  const lines = [
    `The key of AUTH_SECRET is ${keys.id}${keys.ids.length > 1 ? `; accepted besides: ${keys.ids.slice(1).join(', ')}` : ''}.`,
    ...counts.map((count) => `${describe(count)}${isUnknown(count) ? ' (no secret of the settings opens some)' : ''}`),
    isDone ? 'All are encrypted with the key of AUTH_SECRET.' : 'Run npm run admin -- keys rotate.',
  ]
  return {
    text: lines.join('\n'),
    data: { key: keys.id, accepted: keys.ids, counts },
    isProblem: counts.some(isUnknown),
  }
}

const describe = ({ kind, current, others }: KeyCounts): string =>
  `${kind}: ${[`${current} with it`, ...others.map(({ keyId, count }) => `${count} with ${keyId}`)].join(', ')}`

async function rotate(ctx: CommandContext): Promise<Answer> {
  const keys = await keysOf(ctx)
  const rotated = await rotateKeys({ db: ctx.db, keys })
  const lines = rotated.map(
    ({ kind, rotated: count, unreadable }) =>
      `${kind}: ${count} encrypted with ${keys.id}${unreadable > 0 ? `, ${unreadable} that no secret of the settings opens` : ''}`,
  )
  return {
    text: lines.join('\n'),
    data: { key: keys.id, rotated },
    isProblem: rotated.some(({ unreadable }) => unreadable > 0),
  }
}
