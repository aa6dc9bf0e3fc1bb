/** Whose extension it is. The build leaves these open, so that one build fits every installation. */
export type ExtensionOwner = {
  /** Where the dashboard is, as `https://app.example.com`. */
  origin: string
  name: string
  /** The extension's permanent id in Firefox. */
  firefoxId: string
}

/** What the build writes in place of the owner's values. Firefox's match patterns name no port. */
export const openValues = {
  name: '%NAME%',
  firefoxId: '%FIREFOX_ID%',
  origin: '%ORIGIN%',
  originWithoutPort: '%ORIGIN_WITHOUT_PORT%',
}

/** Returns a script, page or manifest of the built extension with its owner's values in it. */
export function fillOpenValues(path: string, text: string, { origin, name, firefoxId }: ExtensionOwner): string {
  const values = { name, firefoxId, origin, originWithoutPort: origin.replace(/:\d+$/, '') }
  const escaped = path.endsWith('.html') ? escapeHtml : escapeLiteral
  return Object.entries(values).reduce(
    (filled, [key, value]) => filled.replaceAll(openValues[key as keyof typeof values], () => escaped(value)),
    text,
  )
}

const codeOf = (character: string) => character.charCodeAt(0)
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${codeOf(character)};`)

/** Escapes text for JSON and for every kind of JavaScript string. */
const escapeLiteral = (text: string) =>
  text.replace(/["'`$\\\p{Cc}\u2028\u2029]/gu, (character) => `\\u${codeOf(character).toString(16).padStart(4, '0')}`)
