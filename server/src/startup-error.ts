/** An error that the operator can fix, printed as one line without a stack. */
export function startupError(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause })
  error.name = 'StartupError'
  return error
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
