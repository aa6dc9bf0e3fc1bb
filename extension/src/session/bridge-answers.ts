import { answers } from '../message.ts'
import type { Account } from './account.ts'
import { loggedOut, pairingCode } from './bridge-messages.ts'
import { userIdOf } from './pairing-code.ts'
import type { createSession } from './session.ts'

type Deps = {
  session: Pick<ReturnType<typeof createSession>, 'open' | 'userId'>
  readAccount: (maxAgeMs: number) => Promise<Account | null>
  /** Runs once the user of a pairing code is signed in. */
  onConnected: () => Promise<unknown>
  showAccount: (account: Account | null) => Promise<unknown>
  wait: (ms: number) => Promise<void>
}

/** Answers the script on the dashboard's pages, which follows the dashboard's own session. */
export function createBridgeAnswers({ session, readAccount, onConnected, showAccount, wait }: Deps) {
  async function connect(code: string): Promise<null> {
    const userId = await session.userId()
    const isSameUser = userId !== undefined && userIdOf(code) === userId && (await readAccount(0)) !== null
    if (!isSameUser) await session.open(code)
    await onConnected()
    return null
  }

  /** Asks the server whether the session is still active, twice, because the log-out request may still be in flight. */
  async function confirmLogOut(): Promise<null> {
    for (const ms of [0, 2_000]) {
      await wait(ms)
      await showAccount(await readAccount(0))
    }
    return null
  }

  return answers({
    'pairing-code': [pairingCode, ({ code }) => connect(code)],
    'logged-out': [loggedOut, confirmLogOut],
  })
}
