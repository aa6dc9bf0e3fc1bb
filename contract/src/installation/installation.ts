import * as z from 'zod/mini'

/** What an installation consists of, as far as it can fail while the server runs. */
export const InstallationPart = z.enum(['mail-server', 'queue', 'backups', 'copy', 'keys', 'switches', 'database'])
export type InstallationPart = z.infer<typeof InstallationPart>

/** One part, and what to do about it. */
export const PartReport = z.object({
  part: InstallationPart,
  /** `look`: it works, and somebody should know of it. */
  state: z.enum(['working', 'look', 'failing']),
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

/** How an installation does, as one of its processes sees it. */
export const InstallationReport = z.object({ version: z.string(), address: z.string(), parts: z.array(PartReport) })
export type InstallationReport = z.infer<typeof InstallationReport>
