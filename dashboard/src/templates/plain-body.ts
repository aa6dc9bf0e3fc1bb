/** The lines of each paragraph of a stored body that is only paragraphs. */
type Paragraphs = string[][]

/**
 * The message as plain text, a blank line between paragraphs; undefined when the HTML holds more than text could give
 * back.
 */
export function toPlainText(html: string): string | undefined {
  const paragraphs = readHtml(html)
  if (!paragraphs) return undefined

  const text = paragraphs.map((lines) => lines.join('\n')).join('\n\n')
  return JSON.stringify(readText(text)) === JSON.stringify(paragraphs) ? text : undefined
}

/** The HTML of a message that was typed as plain text. */
export const toHtml = (text: string): string =>
  readText(text)
    .map((lines) => `<p>${lines.map(escapeHtml).join('<br>')}</p>`)
    .join('\n')

const readText = (text: string): Paragraphs =>
  text === ''
    ? []
    : text
        .replaceAll('\r\n', '\n')
        .split('\n\n')
        .map((paragraph) => paragraph.split('\n'))

const paragraphPattern = /<p>((?:[^<]|<br ?\/?>)*)<\/p>\s*/y

function readHtml(html: string): Paragraphs | undefined {
  const paragraphs: Paragraphs = []
  const text = html.trim()
  paragraphPattern.lastIndex = 0
  while (paragraphPattern.lastIndex < text.length) {
    const [, content] = paragraphPattern.exec(text) ?? []
    if (content === undefined || unreadEntity.test(content)) return undefined
    paragraphs.push(content.split(/<br ?\/?>/).map(readLine))
  }
  return paragraphs
}

const unreadEntity = /&(?!(?:amp|lt|gt|quot|#39|nbsp);)#?\w+;/

const readLine = (html: string): string => decodeHtml(html.replace(/\s*\n\s*/g, ' '))

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}
const decodeHtml = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => characters[entity] ?? entity)
