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
      serializers: { err: (error: unknown) => describeError(error) },
      redact: {
        paths: ['req', 'res', '*.authorization', '*.token', '*.accessToken', '*.refreshToken', '*.email'],
        remove: true,
      },
    },
    destination,
  )

/** What lines say of an error: no other field of it, since PostgreSQL and mail servers put rows and addresses there. */
type LoggedError = { type: string; code?: unknown; message?: string; stack?: string; cause?: LoggedError }

function describeError(error: unknown, causes = 3): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error } // anything may have been thrown
  const { message, stack = '', cause } = error
  const code = 'code' in error ? error.code : undefined
  const tell = (text: string) =>
    (quotesValue(error, code) ? text.replaceAll(message, () => withheld) : text).replaceAll(address, '(address)')
  return {
    type: error.constructor.name,
    ...(code !== undefined && { code }),
    message: tell(message),
    stack: tell(stack),
    ...(cause !== undefined && causes > 0 && { cause: describeError(cause, causes - 1) }),
  }
}

const withheld = '(withheld, as it may quote a value)'
const address = /[^\s"'`<>()[\],;:/]+@[^\s"'`<>()[\],;:/]+/g

/** Whether a message is about a value, as PostgreSQL's of class 22 are and those of a text that cannot be parsed. */
const quotesValue = ({ name, message }: Error, code: unknown): boolean =>
  message !== '' && (name === 'SyntaxError' || /^22...$/.test(String(code)))

/**
 * Writes in batches; on exit and after a fatal line, what is left is written first. A reader that hangs loses lines, not
 * the server.
 */
const standardError = (): DestinationStream =>
  pino.destination({ fd: 2, sync: false, minLength: 4_096, periodicFlush: 100, maxLength: 16 * 2 ** 20 })
