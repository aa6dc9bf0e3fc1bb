import { formatCsv, readCell } from '@loadping/contract/format/csv'
import type { TemplateContent } from '@loadping/contract/templates/templates'
import { expect, test } from 'vitest'
import { toCsv, toJson } from './template-export.ts'
import { readTemplateFile, toBatches } from './template-import.ts'

const content = (more: Partial<TemplateContent> = {}): TemplateContent => ({
  name: 'Reefer',
  subject: '{{origin}} to {{dest}}',
  template: '<p>Is it open?</p>',
  cc: [],
  labels: [],
  ...more,
})

const hostile = [
  '=1+1',
  "'=1+1",
  "''=1",
  '-2',
  '@sum',
  '＝1',
  'a; =b',
  "a;'=b;''-c",
  ';;=',
  "'",
  "'quoted'",
  'say "hi", twice',
  '"',
  'a,b;c',
  '5" disc',
  '🚚 Шаблон قالب 東',
]
const bodies = [...hostile, '<p>a</p>\r\n<p>b</p>\n', '  =1', '\n=1\n', '\t=x', "'\r\n=1", '"\r\n"', ' padded ']

/** Every hostile text in every field. */
const corpus: TemplateContent[] = [
  ...hostile.flatMap((text) => [
    content({ name: text }),
    content({ subject: text }),
    content({ labels: [text] }),
    content({ labels: [...new Set([text, 'van', ...hostile.slice(0, 10)])] }),
  ]),
  ...bodies.map((template) => content({ template })),
  content({ cc: ['boss@redbud.example', '=x@redbud.example'] }),
  content({ subject: '', template: '' }),
]

test.each([
  ['CSV', toCsv],
  ['JSON', toJson],
])('[D4.8] a %s file gives back exactly what was exported', (_kind, format) => {
  expect(readTemplateFile(format(corpus))).toEqual({ templates: corpus, rejected: [], ignoredColumns: [] })
})

test('[D4.8] no exported cell runs as a formula, and each is read back exactly', () => {
  const pieces = ["'", '=', ';', ' ', '-', '@', '\t', '\n', 'a', '"', ',', '＋', '\u200b']
  const texts = pieces.flatMap((one) =>
    pieces.flatMap((two) => pieces.flatMap((three) => pieces.map((four) => one + two + three + four))),
  )
  for (const text of texts) {
    const cell = formatCsv([[text]]).slice(0, -2)
    const written = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    expect(readCell(written), JSON.stringify(text)).toBe(text)
    expect(written, JSON.stringify(text)).not.toMatch(/(^|;)[\s\u200b]*[=+\-@\t\r\n＝＋－＠]/)
  }
})

test.each([
  ...['\u200b', '\u2060', '\ufeff', '\u00ad', '\u202e', '\0', '\u3164', '\u3000'].map((hidden) => `${hidden}=1+1`),
  ...['＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'].map((sign) => `${sign}1+1`),
])('[D4.8] [I12] the cell %j is exported as text, and read back exactly', (text) => {
  const written = formatCsv([[text]]).slice(0, -2)
  expect(written).toBe(`'${text}`)
  expect(readCell(written)).toBe(text)
})

const head = 'name,subject,template,cc,labels'

test.each([
  ['a byte order mark', `\uFEFF${head}\nVan,S,<p>x</p>,,"a, b"`],
  ['CRLF and empty lines', `${head}\r\n\r\nVan,S,<p>x</p>,,"a, b"\r\n,,,,\r\n`],
  ['semicolons', 'name;subject;template;cc;labels\nVan;S;<p>x</p>;;a, b'],
  ['tabs', 'name\tsubject\ttemplate\tcc\tlabels\nVan\tS\t<p>x</p>\t\ta; b'],
  ['other order, case and spaces', 'Labels , TEMPLATE, Name ,subject\n"a\nb",<p>x</p>,Van,S'],
  ['quoted heads', '"name";"subject";"template";"cc";"labels"\n"Van";"S";"<p>x</p>";"";"a; b"'],
])('a file with %s is read', (_case, text) => {
  expect(readTemplateFile(text)).toMatchObject({
    templates: [{ name: 'Van', subject: 'S', template: '<p>x</p>', cc: [], labels: ['a', 'b'] }],
    rejected: [],
  })
})

test('columns that are not used are named', () => {
  expect(readTemplateFile('name,template,Rate,\nVan,x,100,')).toMatchObject({ ignoredColumns: ['Rate'] })
})

test.each([
  ['', 'The first row must name the columns: name, subject, template, cc, labels.'],
  [head, 'This file has no templates.'],
  ['[]', 'This file has no templates.'],
  ['{"name":"x"}', 'This file is not a list of templates.'],
  ['[{"name":', 'This file is not a list of templates.'],
  ['a,b\n1,2', 'The first row must name the columns: name, subject, template, cc, labels.'],
  ['PK\u0003\u0004', 'The first row must name the columns: name, subject, template, cc, labels.'],
  ['name,template,Name\na,b,c', 'This file has two columns named name.'],
  [`${head}\nVan,"open,x,,\n`, 'Row 2 has a quotation mark that is not closed.'],
  [`${head}\n${'Van,S,x,,\n'.repeat(1_001)}`, 'This file has more than 1,000 templates.'],
])('the file %j is refused with the reason', (text, error) => {
  expect(readTemplateFile(text)).toEqual({ error })
})

test('[E09] [E10] templates that the server would refuse are named with the reason, others are kept', () => {
  const rows = [
    content({ name: 'Good' }),
    content({ name: '' }),
    content({ name: 'a\r\nBcc: x@evil.example' }),
    content({ name: 'Cc', cc: ['a@b.example\r\nbcc: c@d.example'] }),
    content({ name: 'Label', labels: ['x'.repeat(41)] }),
    content({ name: 'Unknown', template: '{{constructor}}' }),
  ]
  const odd = [7, null, 'x', { name: { path: '/etc/passwd' }, template: 'x' }, { name: 'Raw', template: ['x'], raw: 1 }]

  expect(readTemplateFile(JSON.stringify([...rows, ...odd]))).toMatchObject({
    templates: [{ name: 'Good' }],
    rejected: [
      { position: 2, reason: 'Template name is required' },
      { position: 3, reason: 'Name: Use a single line' },
      { position: 4, reason: 'Cc: Please enter a valid email' },
      { position: 5, reason: expect.stringContaining('Labels: ') },
      { position: 6, reason: 'Unknown: constructor' },
      ...[7, 8, 9, 10].map((position) => ({ position, reason: expect.stringContaining('Name: ') })),
      { position: 11, name: 'Raw', reason: expect.stringContaining('Body: ') },
    ],
  })
})

test('a megabyte without a line break or of quotation marks is refused quickly', () => {
  const started = performance.now()
  for (const text of ['x'.repeat(1_000_000), '"'.repeat(1_000_001), `${head}\n${';'.repeat(1_000_000)}`])
    expect(readTemplateFile(text)).toMatchObject(
      text.startsWith('name') ? { templates: [] } : { error: expect.any(String) },
    )
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('an import is split into calls that the API accepts, in order', () => {
  const many = Array.from({ length: 250 }, (_, number) => content({ name: `T${number}` }))
  const long = Array.from({ length: 4 }, () => content({ template: 'я'.repeat(50_000) }))
  const labeled = Array.from({ length: 90 }, () => content({ labels: Array.from({ length: 20 }, (_, n) => `l${n}`) }))

  expect(toBatches(many).map(({ length }) => length)).toEqual([100, 100, 50])
  expect(toBatches(long).map(({ length }) => length)).toEqual([2, 2])
  expect(toBatches(labeled).map(({ length }) => length)).toEqual([34, 34, 22])
  expect(toBatches(many).flat()).toEqual(many)
  expect(toBatches([])).toEqual([])
})
