import { pages } from '@loadping/contract/pages'

const parameterPages = Object.values(pages)
  .filter((page) => page.includes('/:'))
  .map((page) => ({ page, pattern: new RegExp(`${page.replace(/:\w+/, '(?!:)[^/?#\\s"\'\\\\<>]+')}`, 'g') }))

/**
 * Redacts a text for outside services: reduces addresses to their path pattern
 * and removes whatever looks like a secret or an email address.
 */
export function redactText(text: string): string {
  const patterned = parameterPages.reduce((redacted, { page, pattern }) => redacted.replace(pattern, page), text)
  return patterned
    .replace(/[?#][\w.~%[\]-]+=[^\s"'\\<>]*/g, '')
    .replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '/:id')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[cut]')
    .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, '[cut]')
    .replace(/(?<![\w.+-])[\w.+-]{1,64}(@|%40)[\w-]+(\.[\w-]+)+/gi, '[cut]')
}

/** Redacts every text in a nested value. */
export function redactDeep(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return value.map(redactDeep)
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, redactDeep(part)]))
  return value
}
