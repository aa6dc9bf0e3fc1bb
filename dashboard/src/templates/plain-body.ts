/** A stored body that is only paragraphs: each with its lines, and whether `[[ … ]]` surrounds it. */
type Paragraph = { lines: string[]; isOptional: boolean }

/**
 * The message as plain text, a blank line between paragraphs; undefined when the HTML holds more than text could give
 * back.
 */
export function toPlainText(html: string): string | undefined {
  const paragraphs = readHtml(html)
  if (!paragraphs) return undefined

  const text = paragraphs.map(formatParagraph).join('\n\n')
  return JSON.stringify(readText(text)) === JSON.stringify(paragraphs) ? text : undefined
}

/** The HTML of a message that was typed as plain text. */
export const toHtml = (text: string): string =>
  readText(text)
    .map(({ lines, isOptional }) => {
      const paragraph = `<p>${lines.map(escapeHtml).join('<br>')}</p>`
      return isOptional ? `[[${paragraph}]]` : paragraph
    })
    .join('\n')

const formatParagraph = ({ lines, isOptional }: Paragraph): string =>
  isOptional ? `[[${lines.join('\n')}]]` : lines.join('\n')

const readText = (text: string): Paragraph[] =>
  text === '' ? [] : text.replaceAll('\r\n', '\n').split('\n\n').map(readParagraphText)

function readParagraphText(text: string): Paragraph {
  const [, content] = /^\[\[((?:(?!\[\[|\]\])[\s\S])*)\]\]$/.exec(text) ?? []
  return { lines: (content ?? text).split('\n'), isOptional: content !== undefined }
}

const paragraphPattern = /(\[\[\s*)?<p>((?:[^<]|<br ?\/?>)*)<\/p>(\s*\]\])?\s*/y

function readHtml(html: string): Paragraph[] | undefined {
  const paragraphs: Paragraph[] = []
  const text = html.trim()
  paragraphPattern.lastIndex = 0
  while (paragraphPattern.lastIndex < text.length) {
    const [, open, content, close] = paragraphPattern.exec(text) ?? []
    if (content === undefined || Boolean(open) !== Boolean(close) || unreadEntity.test(content)) return undefined
    paragraphs.push({ lines: content.split(/<br ?\/?>/).map(readLine), isOptional: Boolean(open) })
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
