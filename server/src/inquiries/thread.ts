import { escapeHtml } from '@loadping/contract/format/text'

/** Returns the subject of a reply. */
export const replySubject = (subject: string): string =>
  [...(/^re:/i.test(subject) ? subject : `Re: ${subject}`)].slice(0, 255).join('')

/** Returns a typed text as the body of an email. */
export const htmlOf = (text: string): string => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
