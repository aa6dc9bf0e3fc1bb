import { insertParagraph } from './mail-check-fixes.ts'
import type { TemplateSource } from './placeholders.ts'
import { formatRateFormula, type RateFormula } from './rate-formula.ts'
import { type PlaceholderToken, parseTemplate } from './template-text.ts'

/** Finds the rate that a template asks for: its first formula, else its first `{{rate}}`, subject first. */
export function findRate({ subject, template }: TemplateSource): PlaceholderToken | undefined {
  const rates = [subject, template]
    .flatMap((text) => parseTemplate(text).placeholders)
    .filter(({ name }) => name === 'rate')
  return rates.find(({ formula }) => formula) ?? rates[0]
}

/** Changes the rate that a template asks for; one without any gets a line for it. */
export function setRateFormula(template: TemplateSource, formula: RateFormula): TemplateSource {
  const placeholder = `{{rate:${formatRateFormula(formula)}}}`
  const found = findRate(template)
  if (!found) return insertParagraph(template, `[[Rate: ${placeholder} all-in]]`)

  const { subject, template: body } = template
  const inSubject = replaceFirst(subject, found.raw, placeholder)
  return inSubject === undefined
    ? { subject, template: replaceFirst(body, found.raw, placeholder) ?? body }
    : { subject: inSubject, template: body }
}

/** Makes each rate formula of a template this one, so that it states one ask; without any, as `setRateFormula`. */
export function replaceRateFormulas({ subject, template }: TemplateSource, formula: RateFormula): TemplateSource {
  const placeholder = `{{rate:${formatRateFormula(formula)}}}`
  const replaced = [subject, template].map((text) =>
    text.replace(/\{\{[^}]*\}\}/g, (token) => (parseTemplate(token).placeholders[0]?.formula ? placeholder : token)),
  )
  const [newSubject = subject, newTemplate = template] = replaced
  const hasFormula = `${subject}${template}` !== replaced.join('') || findRate({ subject, template })?.formula
  return hasFormula ? { subject: newSubject, template: newTemplate } : setRateFormula({ subject, template }, formula)
}

function replaceFirst(text: string, raw: string, placeholder: string): string | undefined {
  const found = [...text.matchAll(/\{\{[^}]*\}\}/g)].find(([token]) => token.slice(2, -2).trim() === raw)
  return found && text.slice(0, found.index) + placeholder + text.slice(found.index + found[0].length)
}
