import type { Deps } from '../context.ts'
import type { MailSender } from '../integrations/mailbox.ts'
import type { MailServerFailure } from '../observed.ts'

/** A failure is told within 30 seconds: after this, the interval of the calls, and the ten seconds that a look takes. */
const lookMs = 15_000

/** A server that refuses us is asked less and less often: some lock an account, or ban a network, after some refusals. */
const maxWaitMs = 5 * 60_000

export type RelayWatch = {
  /** Looks at the mail server if a look is due: not while emails leave, and seldom once it refused us. Call it often. */
  look: () => Promise<void>
  /** Returns the same sender; an email that the server accepts counts as a look. */
  watch: (sender: MailSender) => MailSender
  /** Ignores the result of a look in flight: a server that stops also stops its own mail server. */
  stop: () => void
}

/** Watches the operator's mail server, and logs when it begins to fail and when it works again. */
export function createRelayWatch(
  { observed, log, now }: Pick<Deps, 'observed' | 'log' | 'now'>,
  check: () => Promise<MailServerFailure | undefined>,
): RelayWatch {
  let refusals = 0
  let nextAt = 0
  let isStopped = false
  const observe = (failure: MailServerFailure | undefined) => {
    if (isStopped) return
    const isRefused = failure?.kind === 'login' || failure?.kind === 'refused'
    refusals = isRefused ? refusals + 1 : 0
    nextAt = now().getTime() + Math.min(lookMs * 2 ** Math.max(0, refusals - 1), maxWaitMs)

    const before = observed.mailServer
    const isSame = before !== undefined && before.failure?.kind === failure?.kind
    observed.mailServer = { failure, since: isSame ? before.since : now() }
    if (isSame || (!before && !failure)) return
    if (failure) log.error(failure, 'the mail server of SMTP_URL fails: sign-in links and relay emails wait')
    else log.warn('the mail server of SMTP_URL works again')
  }

  return {
    async look() {
      const waitMs = nextAt - now().getTime()
      const isDue = waitMs <= 0 || waitMs > maxWaitMs // then the clock was set back
      if (isDue) observe(await check())
    },
    watch: ({ send }) => ({
      async send(message, beforeData) {
        const result = await send(message, beforeData)
        if (result.outcome === 'accepted') observe(undefined)
        else if (result.outcome !== 'rejected' && refusals === 0) nextAt = 0
        return result
      },
    }),
    stop() {
      isStopped = true
    },
  }
}
