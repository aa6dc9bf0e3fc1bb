import { formatCsv } from '@loadping/contract/format/csv'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import type { TemplateContent } from '@loadping/contract/templates/templates'
import { saveFile } from '../../ui/save-file.ts'
import { contentFields, formatList } from './template-file-format.ts'

export type FileKind = 'csv' | 'json'

/** Has the browser save templates as a file, from which an import restores them exactly. */
export const exportTemplates = (templates: TemplateContent[], kind: FileKind): void =>
  saveFile(
    `templates-${newYorkDay(new Date())}.${kind}`,
    kind === 'csv' ? toCsv(templates) : toJson(templates),
    kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json',
  )

/** Starts with a byte order mark, from which spreadsheets know that it is UTF-8. */
export const toCsv = (templates: TemplateContent[]): string =>
  `\uFEFF${formatCsv([
    [...contentFields],
    ...templates.map(({ name, subject, template, cc, labels }) => [
      name,
      subject,
      template,
      formatList(cc),
      formatList(labels),
    ]),
  ])}`

export const toJson = (templates: TemplateContent[]): string =>
  JSON.stringify(
    templates.map(({ name, subject, template, cc, labels }) => ({ name, subject, template, cc, labels })),
    null,
    2,
  )
