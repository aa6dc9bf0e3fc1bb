import { pages } from '@loadping/contract/pages'

const parameters = Object.values(pages)
  .filter((page) => page.includes('/:'))
  .map((page) => ({ page, pattern: new RegExp(`${page.replace(/:\w+/, '(?!:)[^/?#\\s"\'\\\\<>]+')}`, 'g') }))

/**
 * The text as it may leave for other services: every address in it is cut to its path pattern, without query and fragment,
 * and what looks like one of our secrets or like an email address is gone.
 */
export function redactText(text: string): string {
  const patterned = parameters.reduce((cut, { page, pattern }) => cut.replace(pattern, page), text)
  return patterned
    .replace(/[?#][\w.~%[\]-]+=[^\s"'\\<>]*/g, '')
    .replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '/:id')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[cut]')
    .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, '[cut]')
    .replace(/(?<![\w.+-])[\w.+-]{1,64}(@|%40)[\w-]+(\.[\w-]+)+/gi, '[cut]')
}

/** The same for every text in a value, however deep. */
export function redactDeep(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return value.map(redactDeep)
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, redactDeep(part)]))
  return value
}
