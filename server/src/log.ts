import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Creates the logger: JSON lines, by default on standard error, with secrets and personal data removed. */
export const createLog = (
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = standardError(),
): Logger =>
  pino(
    {
      level: logLevel,
      base: null,
      redact: ['req', 'res', '*.authorization', '*.token', '*.accessToken', '*.refreshToken', '*.email'],
    },
    destination,
  )

/**
 * Writes in batches; on exit and after a fatal line, what is left is written first. A reader that hangs loses lines, not
 * the server.
 */
const standardError = (): DestinationStream =>
  pino.destination({ fd: 2, sync: false, minLength: 4_096, periodicFlush: 100, maxLength: 16 * 2 ** 20 })
