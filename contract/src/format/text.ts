import * as z from 'zod/mini'

/** A single line: trimmed, without line breaks or other control characters, `min` to `max` characters. */
export const singleLine = (max: number, min = 0) =>
  z
    .string()
    .check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Use a single line'))

/** Plain lines: trimmed, with `\n` as the only control character, `min` to `max` characters. */
export const plainLines = (max: number, min = 0) =>
  z.string().check(
    z.overwrite((text) =>
      text
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .replaceAll('\t', ' ')
        .trim(),
    ),
    z.minLength(min),
    z.maxLength(max),
    z.regex(/^(?:\n|\P{Cc})*$/u, 'Use plain text'),
  )

/** Text that may contain line breaks, at most `max` characters. */
export const multiLine = (max: number) => z.string().check(z.maxLength(max))

/** Escapes text for HTML element content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
