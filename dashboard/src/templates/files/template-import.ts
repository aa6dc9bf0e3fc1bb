import { formatCount } from '@loadping/contract/format/counts'
import { readCell } from '@loadping/contract/format/csv'
import { unknownMessage, unknownPlaceholders } from '@loadping/contract/templates/placeholders'
import { maxImported, TemplateContent } from '@loadping/contract/templates/templates'
import Papa from 'papaparse'
import { contentFields, readList } from './template-file-format.ts'

/** What a file holds: templates to import, and why others cannot be. */
export type ReadFile = {
  templates: TemplateContent[]
  rejected: { position: number; name: string; reason: string }[]
  ignoredColumns: string[]
}
type Entry = Partial<Record<(typeof contentFields)[number], unknown>>

const maxTemplates = 1_000

/** Reads the text of a CSV or JSON file. Returns a message if it is neither. */
export function readTemplateFile(text: string): ReadFile | { error: string } {
  const content = text.replace(/^\uFEFF/, '')
  const read = /^\s*[[{]/.test(content) ? readJson(content) : readCsv(content)
  if ('error' in read) return read
  if (read.entries.length === 0) return { error: 'This file has no templates.' }
  if (read.entries.length > maxTemplates)
    return { error: `This file has more than ${formatCount(maxTemplates)} templates.` }
  return { ...sortOut(read.entries), ignoredColumns: read.ignoredColumns }
}

type Entries = { entries: Entry[]; ignoredColumns: string[] } | { error: string }

function readJson(text: string): Entries {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return { entries: value.map((entry) => Object(entry)), ignoredColumns: [] }
  } catch {
    // answered below
  }
  return { error: 'This file is not a list of templates.' }
}

function readCsv(text: string): Entries {
  const [, delimiter = ','] = /^[^,;\t\r\n]*([,;\t])/.exec(text) ?? []
  const { data, errors } = Papa.parse(text, { delimiter, skipEmptyLines: 'greedy' })
  const [head = [], ...rows] = data
  const [broken] = errors.filter(({ type }) => type === 'Quotes')
  if (broken) return { error: `Row ${(broken.row ?? 0) + 1} has a quotation mark that is not closed.` }

  const names = head.map((name) => name.trim().toLowerCase())
  const twice = contentFields.find((field) => names.indexOf(field) !== names.lastIndexOf(field))
  if (twice) return { error: `This file has two columns named ${twice}.` }
  if (!names.includes('name') || !names.includes('template'))
    return { error: `The first row must name the columns: ${contentFields.join(', ')}.` }
  return {
    entries: rows.map((cells) => readRow(names, cells)),
    ignoredColumns: head.filter((name) => name.trim() && !isField(name.trim().toLowerCase())),
  }
}

const isField = (name: string): boolean => contentFields.some((field) => field === name)

function readRow(names: string[], cells: string[]): Entry {
  const cellOf = (name: string) => readCell(cells[names.indexOf(name)] ?? '')
  return {
    name: cellOf('name'),
    subject: cellOf('subject'),
    template: cellOf('template'),
    cc: readList(cellOf('cc')),
    labels: readList(cellOf('labels')),
  }
}

/** Splits what can be imported from what cannot, by the rules of the contract. */
function sortOut(entries: Entry[]): Pick<ReadFile, 'templates' | 'rejected'> {
  const templates: TemplateContent[] = []
  const rejected: ReadFile['rejected'] = []
  for (const [index, { name, subject = '', template, cc = [], labels = [] }] of entries.entries()) {
    const { data, error } = TemplateContent.safeParse({ name, subject, template, cc, labels })
    const [issue] = error?.issues ?? []
    const reason = data ? findProblem(data) : `${fieldNames.get(String(issue?.path[0])) ?? 'Text'}: ${issue?.message}`
    if (data && !reason) templates.push(data)
    else
      rejected.push({
        position: index + 1,
        name: typeof name === 'string' ? name.slice(0, 100) : '',
        reason: reason ?? '',
      })
  }
  return { templates, rejected }
}

const fieldNames = new Map([
  ['name', 'Name'],
  ['subject', 'Subject'],
  ['template', 'Body'],
  ['cc', 'Cc'],
  ['labels', 'Labels'],
])

function findProblem({ name, subject, template }: TemplateContent): string | undefined {
  if (!name) return 'Template name is required'
  const unknown = unknownPlaceholders(`${subject}\n${template}`)
  return unknown.length > 0 ? unknownMessage(unknown) : undefined
}

/** The API takes bodies of 256 KB. */
const maxBytes = 240_000
const maxValues = 900

/** Splits templates into the calls of an import. */
export function toBatches(templates: TemplateContent[]): TemplateContent[][] {
  const batches: TemplateContent[][] = []
  let bytes = Infinity
  let values = Infinity
  for (const template of templates) {
    const size = new Blob([JSON.stringify(template)]).size
    const count = 6 + template.cc.length + template.labels.length
    const isFull = (batches.at(-1)?.length ?? 0) >= maxImported
    if (isFull || bytes + size > maxBytes || values + count > maxValues) {
      batches.push([])
      ;[bytes, values] = [0, 0]
    }
    batches.at(-1)?.push(template)
    bytes += size
    values += count
  }
  return batches
}
