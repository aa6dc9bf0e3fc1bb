import { escapeHtml } from '@loadping/contract/format/text'
import { border, button, layOut, styled, table } from '../product-emails/email-layout.ts'
import type { WeeklyContent } from './weekly-summary-email.ts'

/** Renders the email of one week. Users typed the names in it, so they are escaped. */
export function weeklySummaryHtml(content: WeeklyContent): string {
  const { organization, period, figures, url, outcomes, reason, unsubscribeUrl } = content
  return layOut({
    title: organization,
    preheader: figures.map(({ label, value }) => `${label}: ${value}`).join(', '),
    body: [
      `<p ${styled({ size: 16, color: 'text-secondary', more: 'margin:0 0 20px' })}>The week of ${escapeHtml(period)}</p>`,
      table(figures.map(figureRow).join('')),
      peopleTable(content),
      `<p ${styled({ size: 14, color: 'text-primary', more: 'margin:16px 0 24px' })}>${escapeHtml(outcomes)}</p>`,
      button({ label: 'Open in Analytics', url }),
    ].join('\n'),
    reason,
    unsubscribeUrl,
  })
}

function figureRow({ label, value, change, isBetter, before }: WeeklyContent['figures'][number]): string {
  const more = `${border('top', 'border-subtle')};padding:12px 0`
  const color = change === 'No change' ? 'text-secondary' : isBetter ? 'accent-text' : 'danger-text'
  return [
    `<tr><td ${styled({ size: 14, color: 'text-secondary', line: 'border-subtle', more })}>${label}</td>`,
    `<td align="right" ${styled({ size: 20, color: 'text-primary', line: 'border-subtle', more: `${more};font-weight:600` })}>${escapeHtml(value)}`,
    `<br><span ${styled({ size: 12, color: 'text-secondary', more: 'font-weight:400' })}>`,
    change === undefined ? '' : `<b ${styled({ size: 12, color })}>${change}</b> `,
    `${escapeHtml(before)}</span></td></tr>`,
  ].join('')
}

function peopleTable({ people, others }: WeeklyContent): string {
  const line = 'border-subtle'
  const edge = `${border('top', line)};padding:8px 0 8px 8px`
  const head = (label: string, align: 'left' | 'right', more = '') =>
    `<th align="${align}" scope="col" ${styled({ size: 12, color: 'text-muted', line, more: `${edge};font-weight:500;${more}` })}>${label}</th>`
  const cell = (value: string, more = '') =>
    `<td align="right" ${styled({ size: 14, color: 'text-primary', line, more: `${edge};white-space:nowrap;${more}` })}>${escapeHtml(value)}</td>`
  return [
    `<table width="100%" border="0" cellpadding="0" cellspacing="0" style="border-collapse:separate;margin-top:8px">`,
    `<tr>${head('User', 'left', 'padding-left:0')}`,
    ...['Emails', 'Calls', 'Total', 'Time', 'Rate'].map((label) => head(label, 'right')),
    '</tr>',
    ...people.map(({ name, url, emails, calls, total, time, rate }) =>
      [
        `<tr><th align="left" scope="row" ${styled({ size: 14, color: 'text-primary', line, more: `${edge};padding-left:0;font-weight:400;word-break:break-word` })}>`,
        `<a href="${escapeHtml(url)}" ${styled({ size: 14, color: 'accent-text', more: 'text-decoration:none' })}>${escapeHtml(name)}</a></th>`,
        `${cell(emails)}${cell(calls)}${cell(total, 'font-weight:600')}${cell(time)}${cell(rate)}</tr>`,
      ].join(''),
    ),
    '</table>',
    others > 0 ? `<p ${styled({ size: 12, color: 'text-muted', more: 'margin:8px 0 0' })}>And ${others} more.</p>` : '',
  ].join('\n')
}
