import { Problem, type ProblemCode } from '@loadping/contract/wire/problem'

const somethingWentWrong = 'Something went wrong. What you typed is still here.'

/**
 * Returns the text to show for an error: the problem's own message, or `fallback`.
 * With `codes`, only those problems show their message.
 */
export function errorMessage(error: unknown, fallback = somethingWentWrong, codes?: readonly ProblemCode[]): string {
  const isExplained = error instanceof Problem && (codes?.includes(error.code) ?? true)
  return isExplained ? labelled(error) : fallback
}

/** A problem's message, after the label of the input that it is about: for `load/rateCents` "Rate: Enter 1 or more". */
function labelled({ code, message, fields }: Problem): string {
  const [path = ''] = Object.keys(fields)
  const name = path.split('/').findLast((part) => !/^\d*$/.test(part))
  return code === 'invalid-input' && fields[path] === message && name
    ? `${labels[name] ?? inWords(name)}: ${message}`
    : message
}

/** Inputs whose label is not their name in words. */
const labels: Record<string, string> = {
  boardLoadId: 'Load ID',
  cc: 'CC',
  dest: 'Destination',
  dot: 'USDOT',
  dotNumber: 'USDOT',
  html: 'Text',
  maxRateCents: 'Rate at most',
  mc: 'MC',
  milesPerGallon: 'Miles per gallon',
  minRateCents: 'Rate at least',
  targetRpmCents: 'Target RPM',
  template: 'Text',
  to: 'Recipient',
  userType: 'Business type',
}

/** The words of a name as the wire writes it, without its unit. */
function inWords(name: string): string {
  const words = name
    .replace(/(?<=[a-z])(Cents|Pounds|Feet|Percent|Ids?|Minutes|Hours|Days)$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether the change may have been made although it failed, so that the same request may be sent again. */
export const isOutcomeUnknown = (error: Error): boolean =>
  !(error instanceof Problem) || ['unavailable', 'unexpected', 'busy'].includes(error.code)
