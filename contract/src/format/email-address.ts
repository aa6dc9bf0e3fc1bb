import * as z from 'zod/mini'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
/** A part of a domain between dots, as a regular expression. */
export const domainLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const addressPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${domainLabel}\\.)+${domainLabel}$`)

/**
 * Whether the text is one dot-atom@domain address (RFC 5321 without quoted strings, comments, groups and literals),
 * with at most 64 characters before the @ and 254 in total.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && addressPattern.test(text)
}

/** An email address, trimmed and lower-cased. */
export const EmailAddress = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.refine(isEmailAddress, 'Please enter a valid email'))
