import { Problem, type ProblemCode } from '@loadping/contract/wire/problem'

const somethingWentWrong = 'Something went wrong. What you typed is still here.'

/**
 * Returns the text to show for an error: the problem's own message, or `fallback`.
 * With `codes`, only those problems show their message.
 */
export function errorMessage(error: unknown, fallback = somethingWentWrong, codes?: readonly ProblemCode[]): string {
  const isExplained = error instanceof Problem && (codes?.includes(error.code) ?? true)
  return isExplained ? error.message : fallback
}

/** Whether the change may have been made although it failed, so that the same request may be sent again. */
export const isOutcomeUnknown = (error: Error): boolean =>
  !(error instanceof Problem) || ['unavailable', 'unexpected', 'busy'].includes(error.code)
