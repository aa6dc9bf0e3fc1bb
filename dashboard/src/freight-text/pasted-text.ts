/**
 * Returns the text as a person sees it, each character at its place: tags, quote marks and headers become spaces,
 * look-alike characters plain ones.
 */
export function maskText(text: string): string {
  return text
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/[\u00a0\u2000-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\r]|\ufe0f/g, ' ')
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(tag, (whole: string, name: string) =>
      (isCell.test(name) ? '\t' : isBlock.test(name) ? '\n' : ' ').padEnd(whole.length),
    )
    .replace(/&(?:nbsp|amp|quot|#39|gt|lt);/g, (entity) => (entity === '&amp;' ? '&' : ' ').padEnd(entity.length))
    .replace(/https?:\/\/\S*/g, (url) => ' '.repeat(url.length))
    .replace(stamp, (whole: string) => ' '.repeat(whole.length))
}

const tag =
  /<\/?(html|head|body|div|p|br|b|i|u|em|strong|span|font|a|img|table|tbody|thead|tr|td|th|ul|ol|li|h[1-6]|hr|script|style|blockquote|pre|center|small)\b[^<>]*>/gi
const isCell = /^t[dh]$/i
const isBlock = /^(?:div|p|br|table|tr|li|ul|ol|h[1-6]|hr|blockquote|pre)$/i

/** `[9:14 AM, 11/20/2026] Dana:` or `11/20/26, 14:02 - Ray:` at the start of a line. */
const stamp =
  /^(?:\[[\d:/.,\s]{6,24}(?:[AP]M)?[\d:/.,\s]{0,14}\]|\d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d{2}(?: [AP]M)? -) [^:\n]{1,40}:/gm

export type Line = { start: number; end: number; text: string }

export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  for (const line of text.split('\n')) {
    lines.push({ start, end: start + line.length, text: line })
    start += line.length + 1
  }
  return lines
}

const quotedFrom = /^\s*(?:-{2,}\s*original message|_{10,}\s*$|on .{6,120}\bwrote:\s*$)/i
const headerLine = /^\s*\*?(from|sent|to|cc|date|subject|reply-to):/i

/**
 * Returns the masked text without its mail headers, and where a quoted message begins. Of the headers, the sender's
 * address and the subject stay.
 */
export function splitQuoted(text: string): { text: string; quotedStart: number } {
  const lines = linesOf(text)
  let quotedStart = text.length
  let isForwarded = false
  let hasContent = false
  const shown = lines.map((line, at) => {
    const isQuote = /^\s*>/.test(line.text)
    const isHeader = headerLine.test(line.text) && isHeaderBlock(lines, at)
    const isReply = isHeader && hasContent && !isForwarded && !headerLine.test(lines[at - 1]?.text ?? '')
    if (isQuote || isReplyLine(line.text) || isReply) quotedStart = Math.min(quotedStart, line.start)
    if (/forwarded message|^\s*fwd?:/i.test(line.text)) isForwarded = true
    else if (line.text.trim() && !isHeader) hasContent = true
    if (isHeader) return maskHeader(line.text)
    return isReplyLine(line.text) || /forwarded message|^\s*sent from my /i.test(line.text)
      ? ' '.repeat(line.text.length)
      : line.text.replace(/^[\s>]+/, (marks) => ' '.repeat(marks.length))
  })
  return { text: shown.join('\n'), quotedStart }
}

const isReplyLine = (line: string): boolean => quotedFrom.test(line.replace(/^[\s>]+/, ''))

/** Whether a line that looks like a mail header stands beside another one: `From: Joliet` alone is a load's. */
function isHeaderBlock(lines: Line[], at: number): boolean {
  const isAddressed = (line: string) => headerLine.test(line) && /@|^\s*\*?(?:sent|subject):/i.test(line)
  if (/^\s*\*?subject:/i.test(lines[at]?.text ?? '')) return true
  for (let other = Math.max(0, at - 3); other <= Math.min(lines.length - 1, at + 3); other++)
    if (other !== at && isAddressed(lines[other]?.text ?? '')) return true
  return false
}

function maskHeader(line: string): string {
  const [, name = ''] = headerLine.exec(line) ?? []
  const kept = /^subject$/i.test(name)
    ? /^\s*\*?subject:\s*(?:(?:re|fwd?):\s*)*/i
    : /^from$/i.test(name) && line.includes('@')
      ? /^(?:[^<]*<|\s*\*?from:)/i
      : /^.*$/
  return line.replace(kept, (head) => ' '.repeat(head.length))
}
