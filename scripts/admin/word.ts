import type { Config } from '../../server/src/config.ts'
import type { DataDeps, Deps } from '../../server/src/context.ts'
import type { NeededDatabase, OpenDatabase } from '../../server/src/db/open-database.ts'

/** What a command prints: lines for people, or with --json its data. */
export type Answer = {
  text: string
  data: unknown
  /** It ran, and found something that needs a look: exit code 1. */
  isProblem?: boolean
}

/** What a command may use. */
export type CommandContext = DataDeps & Pick<Deps, 'log'> & Pick<OpenDatabase, 'connection'> & { config: Config }

/** A command with its arguments checked. */
export type Action = {
  /** What cannot be undone, as a question; it needs a yes. */
  question?: string
  /** What it changes, for the security events, without addresses. */
  changes?: string
  run: (ctx: CommandContext) => Promise<Answer>
}

/** One word of `npm run admin`. */
export type Word = {
  summary: string
  /** What may follow the word, one line each. */
  usage: string[]
  /** Checks the arguments. Returns undefined or throws if they are wrong, and touches nothing. */
  read: (args: string[]) => Action | undefined
  /** By default one that is there. */
  database?: NeededDatabase
}
