/** An error that the operator can fix, printed as one line without a stack. */
export function startupError(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause })
  error.name = 'StartupError'
  return error
}

/** An invalid setting that shows only in use; restarting without a change does not help. */
export const settingError = (message: string, cause?: unknown): Error =>
  Object.assign(startupError(message, cause), { exitCode: 78 })

export const exitCodeOf = (error: unknown): number =>
  error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
