import type {
  AnalyticsPerson,
  ContactAverage,
  ContactTotals,
  DispatchList,
  FunnelCounts,
  UserAverages,
} from '@loadping/contract/analytics/analytics'
import { changeOf, formatPeriod } from '@loadping/contract/analytics/analytics-figures'
import { formatCount } from '@loadping/contract/format/counts'
import { formatSeconds } from '@loadping/contract/format/durations'
import { formatDollars } from '@loadping/contract/format/money'
import { addDays, type Day } from '@loadping/contract/format/new-york-days'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { productHead } from '../product-emails/email-layout.ts'
import { weeklySummaryHtml } from './weekly-summary-html.ts'

export type WeeklyAnswers = {
  to: string
  organization: string
  week: Day
  baseUrl: string
  unsubscribeUrl: string
  people: AnalyticsPerson[]
  totals: ContactTotals
  list: DispatchList
  averages: UserAverages
  time: ContactAverage
  rate: ContactAverage
  funnel: FunnelCounts
}

/** What a week's email says, as HTML and as text. */
export type WeeklyContent = {
  organization: string
  period: string
  figures: { label: string; value: string; change: string | undefined; isBetter: boolean; before: string }[]
  people: { name: string; url: string; emails: string; calls: string; total: string; time: string; rate: string }[]
  /** How many users with contacts are not listed. */
  others: number
  outcomes: string
  url: string
  unsubscribeUrl: string
  /** Why the reader gets this email. */
  reason: string
}

const maxPeople = 20

export function writeWeeklySummary(answers: WeeklyAnswers, job: { id: string; date: Date }): OutgoingMessage {
  const { to, totals, organization, unsubscribeUrl } = answers
  const content = contentOf(answers)
  return {
    ...productHead(job),
    to,
    unsubscribeUrl,
    subject: `${organization}: ${formatInquiries(totals.totalInquiries)}, ${content.period}`,
    text: weeklySummaryText(content),
    html: weeklySummaryHtml(content),
  }
}

function contentOf({ week, baseUrl, organization, to, unsubscribeUrl, ...answers }: WeeklyAnswers): WeeklyContent {
  const end = addDays(week, 6)
  const url = `${baseUrl}/analytics?period=${week}_${end}`
  const { asked, answered, booked } = answers.funnel
  const { rows } = answers.list
  return {
    organization,
    unsubscribeUrl,
    url,
    period: formatPeriod({ start: week, end }, end),
    figures: figuresOf(answers),
    people: rows.slice(0, maxPeople).map((row) => personOf(row, answers, url)),
    others: Math.max(0, rows.length - maxPeople),
    outcomes: `Loads: ${formatCount(asked)} asked about, ${formatCount(answered)} answered, ${formatCount(booked)} booked so far.`,
    reason: `${to} gets this email on Mondays because the weekly summary of ${organization} is on. Days run midnight to midnight, New York time.`,
  }
}

function figuresOf({ totals, time, rate }: Pick<WeeklyAnswers, 'totals' | 'time' | 'rate'>): WeeklyContent['figures'] {
  const figure = (
    label: string,
    [now, before]: [now: number | null, before: number | null],
    { format, isMoreBetter }: { format: (value: number) => string; isMoreBetter: boolean },
  ) => {
    const change = changeOf(now, before)
    return {
      label,
      change,
      value: now === null ? 'None' : format(now),
      isBetter: change !== undefined && change.startsWith('+') === isMoreBetter,
      before: `${before === null || before === 0 ? 'none' : format(before)} the week before`,
    }
  }
  return [
    figure('Total inquiries', [totals.totalInquiries, totals.old.totalInquiries], {
      format: formatCount,
      isMoreBetter: true,
    }),
    figure('Avg post-to-contact time', [time.value, time.old.value], { format: formatSeconds, isMoreBetter: false }),
    figure('Avg rate', [rate.value, rate.old.value], { format: formatDollars, isMoreBetter: true }),
  ]
}

function personOf(
  { userId, ...counts }: DispatchList['rows'][number],
  { people, averages }: Pick<WeeklyAnswers, 'people' | 'averages'>,
  url: string,
): WeeklyContent['people'][number] {
  const average = averages.find((one) => one.userId === userId)
  const time = average?.postToContactSeconds ?? null
  const rate = average?.rateCents ?? null
  return {
    name: people.find((person) => person.userId === userId)?.name ?? 'Former user',
    url: `${url}&users=${userId}`,
    emails: formatCount(counts.emailSent),
    calls: formatCount(counts.phoneCall),
    total: formatCount(counts.totalInquiries),
    time: time === null ? '–' : formatSeconds(time),
    rate: rate === null ? '–' : formatDollars(rate),
  }
}

const formatInquiries = (count: number): string => `${formatCount(count)} ${count === 1 ? 'inquiry' : 'inquiries'}`

function weeklySummaryText(content: WeeklyContent): string {
  const { organization, period, figures, people, others, outcomes, url, reason, unsubscribeUrl } = content
  return [
    `${organization}, ${period}`,
    '',
    ...figures.map(
      ({ label, value, change, before }) => `${label}: ${value} (${change ? `${change}, ` : ''}${before})`,
    ),
    '',
    'Per user: emails, calls, total, post-to-contact time, average rate',
    ...people.map((row) => `${row.name}: ${[row.emails, row.calls, row.total, row.time, row.rate].join(', ')}`),
    ...(others > 0 ? [`And ${others} more.`] : []),
    '',
    outcomes,
    '',
    `Open in Analytics: ${url}`,
    '',
    reason,
    `Unsubscribe: ${unsubscribeUrl}`,
    '',
  ].join('\n')
}
