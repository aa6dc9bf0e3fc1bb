import { placeholderTitle } from './placeholder-titles.ts'
import type { PlaceholderToken } from './template-text.ts'

/** Prints a value, or what stands in its place if it is missing. */
export type Print = (value: string | undefined, token: PlaceholderToken) => string

const lineBreaks = /\r\n|[\r\n\u2028\u2029]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes as the sanitizer of stored bodies does, so that sanitizing a filled body changes nothing. */
const escapeValue = (value: string, isInTag: boolean): string =>
  value
    .replace(isInTag ? /[&<>"]/g : /[&<>]/g, (character) => entities[character] ?? character)
    .replace(lineBreaks, isInTag ? ' ' : '<br />')

const printHtml: Print = (value = '', { isInTag }) =>
  /[&<>"\r\n\u2028\u2029]/.test(value) ? escapeValue(value, isInTag) : value

const printPlain: Print = (value = '') =>
  /^[!-~]+(?: [!-~]+)*$/.test(value)
    ? value
    : value
        .replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
        .replace(/ {2,}/g, ' ')
        .trim()

const titleOf = ({ name }: PlaceholderToken): string => (name ? placeholderTitle(name) : '')

const printMarked: Print = (value, token) => {
  if (token.isInTag) return printHtml(value, token)
  return value === undefined
    ? `<mark class="asked">${titleOf(token)}</mark>`
    : `<mark>${printHtml(value, token)}</mark>`
}

const printNamed: Print = (value, token) => (value === undefined ? `(${titleOf(token)})` : printPlain(value, token))

export const printAs = { html: printHtml, marked: printMarked, plain: printPlain, named: printNamed }
