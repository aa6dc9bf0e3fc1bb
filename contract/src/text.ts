import * as z from 'zod/mini'

/** A line of text: trimmed, no line breaks or other control characters, at most `max` characters. */
export const line = (max: number, min = 0) =>
  z
    .string()
    .check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'No line breaks here'))

/** Text of several lines: at most `max` characters. */
export const multiLine = (max: number) => z.string().check(z.maxLength(max))

/** Text as it stands in HTML, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
