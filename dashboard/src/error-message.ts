import { Problem, type ProblemCode } from '@loadping/contract/problem'

const somethingWentWrong = 'Something went wrong. What you typed is still here.'

/**
 * Returns the text that tells the user about an error: the server's own message, or `fallback`.
 * With `codes`, only the messages of those problems are shown.
 */
export function errorMessage(error: unknown, fallback = somethingWentWrong, codes?: readonly ProblemCode[]): string {
  const isExplained = error instanceof Problem && (codes?.includes(error.code) ?? true)
  return isExplained ? error.message : fallback
}
