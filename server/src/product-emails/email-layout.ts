import { brand } from '@loadping/contract/brand'
import { escapeHtml } from '@loadping/contract/format/text'
import { domainOf } from '@loadping/contract/mailboxes/free-mail'
import { type ColorName, darkColor, lightColor } from '@loadping/contract/palette'
import type { OutgoingMessage } from '../integrations/mailbox.ts'

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const codeFont = "font-family:ui-monospace,Menlo,Consolas,'Courier New',monospace"
const maxWidth = 560

const textColors = ['text-primary', 'text-secondary', 'text-muted', 'accent-text', 'accent-on', 'danger-text'] as const
const backgrounds = ['bg-canvas', 'bg-surface', 'bg-sunken', 'accent-solid'] as const
const lines = ['border-subtle', 'border-default', 'accent-solid'] as const
type Line = (typeof lines)[number]

type Style = { size: number; color: (typeof textColors)[number]; line?: Line; more?: string }

/** Returns inline styles, since many mail programs ignore style sheets, and the classes of their dark colors. */
export const styled = ({ size, color, line, more = '' }: Style): string =>
  `class="c-${color}${line ? ` l-${line}` : ''}" style="${font};font-size:${size}px;line-height:${Math.round(size * 1.45)}px;color:${lightColor(color)};${more}"`

/** Returns a background for Outlook, for other mail programs and for dark mode. */
const filled = (color: (typeof backgrounds)[number], more: string, line?: Line): string =>
  `bgcolor="${lightColor(color)}" class="b-${color}${line ? ` l-${line}` : ''}" style="background-color:${lightColor(color)};${more}"`

/** Returns the style of a border. Dark mode needs the same color as the `line` of its element. */
export const border = (side: 'top' | 'bottom', color: Line, width = 1): string =>
  `border-${side}:${width}px solid ${lightColor(color)}`

/** Tables lay out in every mail program. */
export const table = (rows: string, { width = '100%', style = '' }: { width?: string; style?: string } = {}): string =>
  `<table role="presentation" ${width && `width="${width}"`} border="0" cellpadding="0" cellspacing="0" style="border-collapse:separate;${style}">${rows}</table>`

const space = (height: number): string =>
  table(`<tr><td height="${height}" style="font-size:0;line-height:${height}px">&#160;</td></tr>`)

/** A link that looks like a button: the cell is padded, because Outlook ignores the padding of links. */
export const button = ({ label, url }: Link): string =>
  table(
    `<tr><td align="center" ${filled('accent-solid', 'border-radius:6px;padding:12px 20px')}><a href="${escapeHtml(url)}" ${styled({ size: 16, color: 'accent-on', more: 'font-weight:600;text-decoration:none' })}>${escapeHtml(label)}</a></td></tr>`,
    { width: '' },
  )

const paragraph = (text: string): string =>
  `<p ${styled({ size: 16, color: 'text-primary', more: 'margin:0;word-break:break-word' })}>${escapeHtml(text)}</p>`

const point = ({ title, text }: Point): string =>
  [
    `<h2 ${styled({ size: 16, color: 'text-primary', more: 'margin:0 0 4px;font-weight:600;word-break:break-word' })}>${escapeHtml(title)}</h2>`,
    `<p ${styled({ size: 14, color: 'text-secondary', more: 'margin:0;word-break:break-word' })}>${escapeHtml(text)}</p>`,
  ].join('')

/** Selectable with one tap where the mail program allows it, and never read as a phone number. */
const codeField = ({ label, code }: Code): string =>
  [
    `<p ${styled({ size: 16, color: 'text-primary', more: 'margin:0 0 8px' })}>${escapeHtml(label)}:</p>`,
    table(
      `<tr><td align="center" ${filled('bg-sunken', 'border-radius:6px;padding:16px 8px')}><span ${styled({ size: 32, color: 'text-primary', more: `${codeFont};font-weight:700;letter-spacing:6px;-webkit-user-select:all;user-select:all` })}>${code}</span></td></tr>`,
    ),
  ].join('')

type Link = { label: string; url: string }
type Code = { label: string; code: string }
/** What an email tells, with its name above it. */
type Point = { title: string; text: string }
type Part = { text: string } | { point: Point } | { link: Link } | { code: Code }

/** What an email says, as HTML and as text alike. */
export type EmailContent = {
  title: string
  /** The line that inboxes show beside the subject. */
  preheader: string
  parts: Part[]
  /** To whom it was sent, and why. */
  reason: string
  unsubscribeUrl?: string | undefined
  /** More links, after the one that unsubscribes. */
  footLinks?: Link[]
}

/** Returns the head of an email from the product. Servers may drop a second email with the same id as a copy. */
export const productHead = ({
  id,
  date,
}: {
  id: string
  date: Date
}): Pick<OutgoingMessage, 'messageId' | 'date' | 'from' | 'cc' | 'isAutomatic'> => ({
  messageId: `<${id}@${domainOf(brand.productAddress)}>`,
  date,
  from: { name: brand.name, address: brand.productAddress },
  cc: [],
  isAutomatic: true,
})

/** Writes the HTML and the text of an email from the product. Escapes everything, because users typed some of it. */
export function writeBody({ parts, ...content }: EmailContent): Pick<OutgoingMessage, 'html' | 'text'> {
  const { title, reason } = content
  return {
    html: layOut({ ...content, body: parts.map(partHtml).join(`\n${space(20)}\n`) }),
    text: `${[title, ...parts.map(partText), reason, ...linksBelow(content).map(linkText)].join('\n\n')}\n`,
  }
}

function partHtml(part: Part): string {
  if ('text' in part) return paragraph(part.text)
  if ('point' in part) return point(part.point)
  return 'link' in part ? button(part.link) : codeField(part.code)
}

function partText(part: Part): string {
  if ('text' in part) return part.text
  if ('point' in part) return `${part.point.title}\n${part.point.text}`
  return 'link' in part ? linkText(part.link) : `${part.code.label}: ${part.code.code}`
}

const linkText = ({ label, url }: Link): string => `${label}:\n${url}`

/** Renders the frame that all emails of the product share around `body`, which is HTML. */
export function layOut({ title, preheader, body, reason, ...content }: Omit<EmailContent, 'parts'> & { body: string }) {
  const card = `${border('top', 'accent-solid', 4)};border-radius:8px;padding:28px 24px 32px`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(title)}</title>
<style>
${darkSheet}
</style>
<!--[if mso]><style>td,p,h1,a,span{font-family:Arial,sans-serif !important}</style><![endif]-->
</head>
<body ${filled('bg-canvas', 'margin:0;padding:0')}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${'&#847;&#160;'.repeat(60)}</div>
${table(
  `<tr><td align="center" ${filled('bg-canvas', 'padding:24px 12px')}>
<!--[if mso]><table role="presentation" width="${maxWidth}" border="0" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
${table(
  `<tr><td ${styled({ size: 18, color: 'accent-text', more: 'padding:0 4px 16px;font-weight:700;letter-spacing:-0.3px' })}>${brand.name}</td></tr>
<tr><td ${filled('bg-surface', card, 'accent-solid')}>
<h1 ${styled({ size: 22, color: 'text-primary', more: 'margin:0;font-weight:600;word-break:break-word' })}>${escapeHtml(title)}</h1>
${space(16)}
${body}
</td></tr>
<tr><td ${styled({ size: 13, color: 'text-muted', more: 'padding:16px 4px 0;word-break:break-word' })}>${escapeHtml(reason)}${linksBelow(content).map(footLink).join('')}</td></tr>`,
  { style: `max-width:${maxWidth}px` },
)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>`,
)}
</body>
</html>
`
}

const linksBelow = ({ unsubscribeUrl, footLinks = [] }: Pick<EmailContent, 'unsubscribeUrl' | 'footLinks'>): Link[] => [
  ...(unsubscribeUrl ? [{ label: 'Unsubscribe', url: unsubscribeUrl }] : []),
  ...footLinks,
]

const footLink = ({ label, url }: Link): string =>
  ` <a href="${escapeHtml(url)}" ${styled({ size: 13, color: 'text-muted' })}>${escapeHtml(label)}</a>`

/** The dark colors, for mail programs that ask for them; the second form is Outlook's. */
const darkSheet = [
  `:root{color-scheme:light dark;supported-color-schemes:light dark}`,
  `@media (prefers-color-scheme:dark){${darkRules('').join('')}}`,
  darkRules('[data-ogsc] ').join(''),
].join('\n')

function darkRules(prefix: string): string[] {
  const rule = (kind: string, property: string) => (name: ColorName) =>
    `${prefix}.${kind}-${name}{${property}:${darkColor(name)} !important}\n`
  return [
    ...textColors.map(rule('c', 'color')),
    ...backgrounds.map(rule('b', 'background-color')),
    ...lines.map(rule('l', 'border-color')),
  ]
}
