import { NotificationKind } from '@loadping/contract/notifications/notifications.api'
import * as z from 'zod/mini'
import type { Deps } from '../context.ts'

export const turnOffPath = '/notifications/off'

const Chosen = z.object({ userId: z.uuid(), kinds: z.array(NotificationKind) })
type Chosen = z.infer<typeof Chosen>

const tokenContext = 'turn off notifications'

/** Returns the one-click URL (RFC 8058) that turns kinds off for a user, both of which it contains encrypted. */
export const turnOffUrl = ({ keys, baseUrl }: Pick<Deps, 'keys' | 'baseUrl'>, chosen: Chosen): string =>
  `${baseUrl}${turnOffPath}?${new URLSearchParams({ token: keys.encryptForever(JSON.stringify(chosen), tokenContext) })}`

/** Returns what the token of such a URL turns off; undefined for an invalid one. */
export function readTurnOffToken({ keys }: Pick<Deps, 'keys'>, token: unknown): Chosen | undefined {
  if (typeof token !== 'string' || token.length > 1_000) return undefined
  try {
    return Chosen.parse(JSON.parse(keys.decryptForever(token, tokenContext)))
  } catch {
    return undefined // forged, truncated or created for another purpose
  }
}
