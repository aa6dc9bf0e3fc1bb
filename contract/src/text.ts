import * as z from 'zod/mini'

/** A single line: trimmed, without line breaks or other control characters, `min` to `max` characters. */
export const singleLine = (max: number, min = 0) =>
  z
    .string()
    .check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Use a single line'))

/** Text that may contain line breaks, at most `max` characters. */
export const multiLine = (max: number) => z.string().check(z.maxLength(max))

/** Escapes text for HTML element content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
