import * as z from 'zod/mini'

/** `look`: it works, and somebody should know of it. */
const State = z.enum(['working', 'look', 'failing'])
export type InstallationState = z.infer<typeof State>

/** What an installation consists of, as far as it can fail while the server runs. */
export const InstallationPart = z.enum(['mail-server', 'queue', 'backups', 'copy', 'keys', 'switches', 'database'])
export type InstallationPart = z.infer<typeof InstallationPart>

/** One part, and what to do about it. */
export const PartReport = z.object({
  part: InstallationPart,
  state: State,
  /** What is so, as a sentence. */
  text: z.string(),
  /** What the failing server or program itself said. */
  reply: z.nullable(z.string()),
  since: z.nullable(z.iso.datetime()),
  advice: z.nullable(z.string()),
  /** What to run on the server's machine. */
  command: z.nullable(z.string()),
  /** The page for operators that says more. */
  document: z.nullable(z.string()),
})
export type PartReport = z.infer<typeof PartReport>

/** The ten figures that tell how an installation does, in the order in which they are shown. */
export const InstallationFigure = z.enum([
  'oldest-email',
  'mail-server',
  'unknown',
  'mailboxes',
  'backup',
  'database',
  'billing-sweep',
  'sends',
  'sign-ins',
  'versions',
])
export type InstallationFigure = z.infer<typeof InstallationFigure>

/** One figure as of now, and in the last 24 hours as far as the process saw them. */
export const FigureReport = z.object({
  figure: InstallationFigure,
  state: State,
  /** As people read it, such as `4m 06s`. */
  value: z.string(),
  /** What it means, as sentences. */
  text: z.string(),
  /** A value for each hour, the oldest first; null where the process did not run. */
  hours: z.nullable(z.array(z.nullable(z.number()))),
  /** Shown where there are no hours. */
  note: z.nullable(z.string()),
})
export type FigureReport = z.infer<typeof FigureReport>

/** How an installation does, as one of its processes sees it. */
export const InstallationReport = z.object({
  version: z.string(),
  address: z.string(),
  readAt: z.iso.datetime(),
  /** Since when the process that answers runs. */
  startedAt: z.iso.datetime(),
  parts: z.array(PartReport),
  figures: z.array(FigureReport),
})
export type InstallationReport = z.infer<typeof InstallationReport>
