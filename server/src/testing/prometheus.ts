import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod/mini'

const folder = join(import.meta.dirname, '../../../deploy/monitoring')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const Rule = z.strictObject({
  alert: z.string().check(z.regex(/^LoadPing\w+$/)),
  expr: z.string(),
  for: z.optional(z.string().check(z.regex(/^\d+[smh]$/))),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), action: z.string() }),
})
const Rules = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Rule) })) })
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })) })),
})

/** Reads the alert rules of Prometheus. */
export const readRules = () => z.parse(Rules, parse(read('alerts.yml'))).groups.flatMap(({ rules }) => rules)

/** Reads what the Grafana dashboard shows. */
export const readTargets = () =>
  z.parse(Dashboard, JSON.parse(read('grafana-dashboard.json'))).panels.flatMap(({ targets }) => targets)

/** The values of each label, by metric and label. */
type Series = Map<string, Map<string, Set<string>>>

/** Reads what `/metrics` answers, with what Prometheus itself adds. */
export function readSeries(text: string): Series {
  const series: Series = new Map([['up', new Map()]])
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Map<string, Set<string>>()
    series.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value))
  }
  for (const labels of series.values()) labels.set('job', new Set(['loadping'])).set('instance', new Set())
  return series
}

const functions = new Set(['histogram_quantile', 'increase', 'max', 'rate', 'sum', 'time', 'topk'])
/** A name with the labels that it must have, or with a grouping and the bracket of its arguments. */
const words = /(?<![\w.])([a-z]\w*)(?:\{([^}]*)\}|(?: (?:by|without) \(([^)]*)\) ?)?(\())?/gi
const others = /^(\d+(\.\d+)?\b|\[\d+[smhd]\]|[-+*/><(),\s]|[=!<>]=)*$/

/** Lists what an expression of PromQL names that there is not, and what it cannot have. */
export function findProblems(expression: string, series: Series): string[] {
  const problems: string[] = []
  const groupings: string[] = []
  const labels = new Set<string>()
  for (const [, name = '', matchers = '', grouping, bracket] of expression.matchAll(words)) {
    groupings.push(...(grouping?.split(/, ?/) ?? []))
    if (bracket !== undefined) problems.push(...(functions.has(name) ? [] : [`no function ${name}`]))
    else if (!/^(and|or|unless)$/.test(name)) {
      problems.push(...problemsOf(name, matchers, series.get(name)))
      for (const label of series.get(name)?.keys() ?? []) labels.add(label)
    }
  }
  const rest = expression.replaceAll(words, (word) => (word.endsWith('(') ? '(' : ''))
  const count = (bracket: string) => rest.split(bracket).length
  if (!others.test(rest) || count('(') !== count(')')) problems.push('no PromQL')
  return [...problems, ...groupings.filter((label) => !labels.has(label)).map((label) => `no label ${label}`)]
}

function problemsOf(name: string, matchers: string, labels: Map<string, Set<string>> | undefined): string[] {
  if (!labels) return [`no metric ${name}`]
  return matchers.split(/,\s*(?=\w+[=!])/).flatMap((matcher) => {
    if (matcher === '') return []
    const [, label = '', operator = '', value = ''] = /^(\w+)(=~|!~|!=|=)"([^"]*)"$/.exec(matcher) ?? []
    const values = labels.get(label)
    if (!values) return [`no label ${label || matcher} of ${name}`]
    const meant = operator.endsWith('~') ? value.split('|') : [value]
    return meant.filter((one) => !values.has(one)).map((one) => `no ${label} ${one} of ${name}`)
  })
}

/** Lists the labels that the legend of an expression shows and its metrics do not have. */
export function findForeignLabels(expression: string, legend: string, series: Series): string[] {
  const names = [...expression.matchAll(/\w+/g)].flatMap(([name]) => [...(series.get(name)?.keys() ?? [])])
  return [...legend.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, label = '']) =>
    names.includes(label) ? [] : [`no label ${label} in ${legend}`],
  )
}
