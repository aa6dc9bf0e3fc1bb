import { brand } from '@loadping/contract/brand'
import { type ColorName, lightColor } from '@loadping/contract/palette'
import { escapeHtml } from '@loadping/contract/text'
import type { WeeklyContent } from './weekly-summary-email.ts'

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Returns inline styles, since mail programs ignore style sheets. */
const text = (size: number, color: ColorName, more = ''): string =>
  `style="${font};font-size:${size}px;line-height:${Math.round(size * 1.45)}px;color:${lightColor(color)};${more}"`

/** Tables lay out in every mail program. */
const table = (rows: string, style = ''): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:separate;${style}">${rows}</table>`

/** Renders the email of one week. Users typed the names in it, so they are escaped. */
export function weeklySummaryHtml(content: WeeklyContent): string {
  const { organization, period, figures, url, outcomes, reason, unsubscribeUrl } = content
  const card = `background:${lightColor('bg-surface')};border:1px solid ${lightColor('border-default')};border-radius:8px`
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light only"><title>${escapeHtml(organization)}, ${escapeHtml(period)}</title></head>`,
    `<body style="margin:0;padding:0;background:${lightColor('bg-canvas')}">`,
    table(
      `<tr><td align="center" style="padding:24px 12px;background:${lightColor('bg-canvas')}">` +
        table(
          [
            `<tr><td ${text(16, 'accent-text', 'padding:0 4px 16px;font-weight:700')}>${brand.name}</td></tr>`,
            `<tr><td style="${card};padding:24px">`,
            `<h1 ${text(20, 'text-primary', 'margin:0;font-weight:600')}>${escapeHtml(organization)}</h1>`,
            `<p ${text(14, 'text-secondary', 'margin:4px 0 20px')}>The week of ${escapeHtml(period)}</p>`,
            table(figures.map(figureRow).join('')),
            peopleTable(content),
            `<p ${text(14, 'text-primary', 'margin:16px 0 24px')}>${escapeHtml(outcomes)}</p>`,
            `<a href="${escapeHtml(url)}" ${text(14, 'accent-on', `display:inline-block;padding:10px 16px;border-radius:6px;background:${lightColor('accent-solid')};font-weight:600;text-decoration:none`)}>Open in Analytics</a>`,
            `</td></tr>`,
            `<tr><td ${text(12, 'text-muted', 'padding:16px 4px 0')}>${escapeHtml(reason)} `,
            `<a href="${escapeHtml(unsubscribeUrl)}" style="color:${lightColor('text-muted')}">Unsubscribe</a></td></tr>`,
          ].join(''),
          'max-width:600px',
        ) +
        `</td></tr>`,
    ),
    '</body></html>',
  ].join('\n')
}

/** One figure with its change. */
function figureRow({ label, value, change, isBetter, before }: WeeklyContent['figures'][number]): string {
  const line = `border-top:1px solid ${lightColor('border-subtle')};padding:12px 0`
  const color: ColorName = change === 'No change' ? 'text-secondary' : isBetter ? 'accent-text' : 'danger-text'
  return [
    `<tr><td ${text(14, 'text-secondary', line)}>${label}</td>`,
    `<td align="right" ${text(20, 'text-primary', `${line};font-weight:600;white-space:nowrap`)}>${escapeHtml(value)}`,
    `<br><span ${text(12, 'text-secondary', 'font-weight:400')}>`,
    change === undefined ? '' : `<b style="color:${lightColor(color)}">${change}</b> `,
    `${escapeHtml(before)}</span></td></tr>`,
  ].join('')
}

function peopleTable({ people, others }: WeeklyContent): string {
  const line = `border-top:1px solid ${lightColor('border-subtle')};padding:8px 0 8px 8px`
  const head = ['Emails', 'Calls', 'Total', 'Time', 'Rate']
  const cell = (value: string, more = '') =>
    `<td align="right" ${text(14, 'text-primary', `${line};white-space:nowrap;${more}`)}>${escapeHtml(value)}</td>`
  return [
    `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:separate;margin-top:8px">`,
    `<tr><th align="left" scope="col" ${text(12, 'text-muted', `${line};padding-left:0;font-weight:500`)}>User</th>`,
    ...head.map(
      (label) => `<th align="right" scope="col" ${text(12, 'text-muted', `${line};font-weight:500`)}>${label}</th>`,
    ),
    '</tr>',
    ...people.map(({ name, url, emails, calls, total, time, rate }) =>
      [
        `<tr><th align="left" scope="row" ${text(14, 'text-primary', `${line};padding-left:0;font-weight:400`)}>`,
        `<a href="${escapeHtml(url)}" style="color:${lightColor('accent-text')};text-decoration:none">${escapeHtml(name)}</a></th>`,
        `${cell(emails)}${cell(calls)}${cell(total, 'font-weight:600')}${cell(time)}${cell(rate)}</tr>`,
      ].join(''),
    ),
    '</table>',
    others > 0 ? `<p ${text(12, 'text-muted', 'margin:8px 0 0')}>And ${others} more.</p>` : '',
  ].join('\n')
}
