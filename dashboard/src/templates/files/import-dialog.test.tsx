import { Problem } from '@loadping/contract/wire/problem'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeApi, maria, reefer, renderScreen } from '../../testing/render.tsx'
import { TemplateListScreen } from '../list/template-list-screen.tsx'

type Import = NonNullable<FakeApi['templates']>['importTemplates'] & {}

async function open(importTemplates: Import) {
  renderScreen(<TemplateListScreen />, {
    account: { getMe: async () => maria },
    templates: { listTemplates: async () => [reefer], importTemplates },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  return within(await screen.findByRole('dialog'))
}

const head = 'name,subject,template,cc,labels'
const csv = (text: string, name = 'templates.csv') => new File([text], name, { type: 'text/csv' })

test('[D4.8] a chosen file is summarized before the import, and its result after it', async () => {
  const importTemplates = vi.fn<Import>(async () => [
    { name: 'Van', outcome: 'added' },
    { name: 'Reefer (2)', outcome: 'renamed' },
    { name: 'Flatbed', outcome: 'unchanged' },
  ])
  const dialog = await open(importTemplates)
  const rows = ['Van,S,<p>x</p>,,"a, b"', 'Reefer,,x,,', 'Flatbed,,x,,', ',,x,,', 'Bad,{{x}},x,,']

  await userEvent.upload(dialog.getByLabelText('File with templates'), csv([`${head},Rate`, ...rows].join('\n')))

  expect(await dialog.findByText('3 templates to import')).toBeTruthy()
  expect(dialog.getByText('Columns not used: Rate')).toBeTruthy()
  expect(dialog.getByText("2 templates can't be imported")).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '4. Template name is required',
    '5. “Bad” Unknown: x',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Import 3 templates' }))

  expect(await dialog.findByText('2 templates added')).toBeTruthy()
  expect(dialog.getByText('1 template skipped: already in your list')).toBeTruthy()
  expect(dialog.getByText('Reefer (2)')).toBeTruthy()
  expect(importTemplates.mock.calls[0]?.[0].body.templates[0]).toEqual({
    name: 'Van',
    subject: 'S',
    template: '<p>x</p>',
    cc: [],
    labels: ['a', 'b'],
  })
})

test('a dropped file without templates is refused with the reason', async () => {
  const dialog = await open(async () => [])

  fireEvent.drop(dialog.getByText('or drop it here'), { dataTransfer: { files: [csv('a,b\n1,2')] } })

  expect((await dialog.findByRole('alert')).textContent).toContain('The first row must name the columns')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
})

test('a file larger than 5 MB is refused unread', async () => {
  const dialog = await open(async () => [])

  await userEvent.upload(dialog.getByLabelText('File with templates'), csv('x'.repeat(5_000_001)))

  expect((await dialog.findByRole('alert')).textContent).toBe('This file is larger than 5 MB.')
})

test('what the server refuses is named, and the file stays chosen', async () => {
  const message = 'Too much formatting. Paste it as plain text'
  const dialog = await open(async () => {
    throw new Problem('invalid-input', message, { 'templates/1/template': message })
  })

  await userEvent.upload(dialog.getByLabelText('File with templates'), csv(`${head}\nVan,,x,,\nBig,,x,,`))
  await userEvent.click(await dialog.findByRole('button', { name: 'Import 2 templates' }))

  expect((await dialog.findByRole('alert')).textContent).toBe(`“Big” was refused. Text: ${message}`)
  expect(dialog.getByText('templates.csv')).toBeTruthy()
})

test('an error after the first of several calls says what was imported', async () => {
  let calls = 0
  const dialog = await open(async ({ body }) => {
    if (++calls > 1) throw new Problem('plan-limit', 'Your plan includes 100 templates.')
    return body.templates.map(({ name }) => ({ name, outcome: 'added' }))
  })
  const rows = Array.from({ length: 150 }, (_, number) => `T${number},,x,,`)

  await userEvent.upload(dialog.getByLabelText('File with templates'), csv([head, ...rows].join('\n')))
  await userEvent.click(await dialog.findByRole('button', { name: 'Import 150 templates' }))

  expect(await dialog.findByText('100 templates added')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).toContain(
    'The rest was not imported: Your plan includes 100 templates.',
  )
})
