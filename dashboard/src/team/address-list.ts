/** What stands between two addresses, invisible characters included. */
const separators = /[\s,;<>"\u200B-\u200D\u2060]+/

/**
 * Reads the addresses out of what somebody typed or pasted, each once and in lower case: a list in any form, also with names as mail programs
 * write them, `Maria Delgado <maria@redbud.example>`. What is not an address stays as it is, so that it can be mended.
 */
export function readAddresses(text: string): string[] {
  const words = wordsOf(text)
  return mergeAddresses([], /<[^<>]*@[^<>]*>/.test(text) ? words.filter(hasAt) : words)
}

/** Reads the addresses out of a file, whose other columns are something else. */
export const readAddressFile = (text: string): string[] => mergeAddresses([], wordsOf(text).filter(hasAt))

/** One list with the other's after it, each address once. */
export const mergeAddresses = (list: string[], more: string[]): string[] => [...new Set([...list, ...more])]

const wordsOf = (text: string): string[] => text.split(separators).map(trim).filter(Boolean)

const trim = (word: string): string =>
  word
    .toLowerCase()
    .replace(/^[('[]*(mailto:)?/, '')
    .replace(/[.)'\]]+$/, '')

const hasAt = (word: string): boolean => word.includes('@')
