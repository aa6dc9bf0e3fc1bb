import Handlebars from 'handlebars'
import { carrierDefaultTemplate } from '../contract/src/templates/default-template.ts'
import { completeLoad, fullProfile } from '../contract/src/templates/placeholders.cases.ts'
import { compileMessage, valuesOf } from '../contract/src/templates/placeholders.ts'

type RenderRate = { template: string; perSecond: number; handlebarsPerSecond: number; ratio: number }

const line =
  '<p>{{origin}} to {{dest}}, {{avail}}, {{truck}}, {{ref}}, {{trip}} miles, {{weight}}, {{company}}, {{phone}}</p>\n'

const templates = [
  { name: 'Default', subject: carrierDefaultTemplate.subject, template: carrierDefaultTemplate.template },
  { name: '20 KB', subject: '{{origin}} to {{dest}}', template: line.repeat(180) },
]

/** Fills templates beside handlebars, each compiled once, with the same template and values, in alternating rounds. */
export function measureRendering(rounds: number): RenderRate[] {
  const values = valuesOf(completeLoad, fullProfile)
  return templates.map(({ name, ...template }) => {
    const fill = compileMessage(template)
    const ask = /\$[\d,]+/.exec(JSON.stringify(fill(values)))?.[0] ?? ''
    const context = { ...values.formatted, ask }
    const [subject, body] = [template.subject, template.template].map((text) =>
      Handlebars.compile(toHandlebars(text), { knownHelpersOnly: true }),
    )
    const fillOther = () => ({ subject: subject?.(context), html: body?.(context) })
    assertSame(fill(values), fillOther())

    const own: number[] = []
    const other: number[] = []
    for (let round = 0; round < rounds; round++) {
      own.push(callsPerSecond(() => fill(values)))
      other.push(callsPerSecond(fillOther))
    }
    return {
      template: name,
      perSecond: Math.round(median(own)),
      handlebarsPerSecond: Math.round(median(other)),
      ratio: Math.round((median(own) / median(other)) * 100) / 100,
    }
  })
}

/** The same template for handlebars: optional text becomes an `if` of its first placeholder. */
const toHandlebars = (text: string): string =>
  text
    .replace(/\{\{rate:[^}]*\}\}/g, '{{ask}}')
    .replace(/\[\[((?:(?!\{\{|\]\]).)*)\{\{(\w+)\}\}(.*?)\]\]/g, '{{#if $2}}$1{{$2}}$3{{/if}}')

/** Compares what a reader sees: the two escape differently, and only ours breaks the lines of a signature. */
function assertSame(one: object, other: { subject: string | undefined; html: string | undefined }): void {
  if (!('html' in one && 'subject' in one) || one.subject !== other.subject)
    throw new Error(`Other subject: ${other.subject}`)
  const own = String(one.html).replaceAll('<br />', '\n')
  if (own !== other.html) throw new Error(`Other output:\n${own}\n${other.html}`)
}

function callsPerSecond(work: () => unknown): number {
  const start = performance.now()
  let calls = 0
  for (; performance.now() - start < 200; calls += 20) for (let call = 0; call < 20; call++) work()
  return (calls * 1000) / (performance.now() - start)
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
