import { answers } from '../message.ts'
import type { Ledger } from './ledger.ts'
import { clearLedger, type LedgerView, readLedger } from './ledger-messages.ts'

type Deps = {
  ledger: Pick<Ledger, 'list' | 'clear'>
  /** Returns what is known of the user, without asking the server; null if signed out. */
  readKnown: () => Promise<Pick<LedgerView, 'names' | 'rules'> | null>
}

/** Answers the page that shows the ledger. */
export function createLedgerAnswers({ ledger, readKnown }: Deps) {
  async function view(): Promise<LedgerView> {
    const known = await readKnown()
    const { names = {}, rules = null } = known ?? {}
    return { rows: await ledger.list(), names, rules, isSignedIn: known !== null }
  }

  return answers({
    'read-ledger': [readLedger, view],
    'clear-ledger': [clearLedger, () => ledger.clear().then(() => null)],
  })
}
