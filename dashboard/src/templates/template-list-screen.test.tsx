import { Problem } from '@loadping/contract/problem'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type FakeApi, maria, reefer, renderScreen } from '../testing/render.tsx'
import { TemplateListScreen } from './template-list-screen.tsx'

const byDefault = { ...reefer, id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e009', name: 'Van', isDefault: true }

const show = (templates: FakeApi['templates'] & {}, me = maria) =>
  renderScreen(<TemplateListScreen />, { account: { getMe: async () => me }, templates })

async function openMenu(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
}

test("a row shows the subject's placeholders by name, the labels, and the Default badge", async () => {
  show({ listTemplates: async () => [byDefault, reefer] })

  const row = within(await screen.findByRole('row', { name: /^Van/ }))
  expect(row.getByText('Default')).toBeTruthy()
  expect(row.getByText('origin').className).toContain('accent')
  expect(row.getByText('reefer')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Van' }).getAttribute('href')).toBe(`/emailTemplateEditor/${byDefault.id}`)
  expect(within(screen.getByRole('row', { name: /^Reefer/ })).queryByText('Default')).toBeNull()
})

test('deleting asks first, then removes the template from the list', async () => {
  let templates = [reefer]
  show({
    listTemplates: async () => templates,
    deleteTemplate: async ({ params }) => {
      templates = templates.filter(({ id }) => id !== params.id)
      return null
    },
  })

  await openMenu('Reefer')
  await userEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }))
  expect(templates).toHaveLength(1)
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Write the email once')).toBeTruthy()
})

test('the Default template cannot be deleted', async () => {
  show({ listTemplates: async () => [byDefault] })

  await openMenu('Van')

  expect((await screen.findByRole('menuitem', { name: /Delete/ })).getAttribute('aria-disabled')).toBe('true')
})

test('templates that do not load can be retried', async () => {
  let isDown = true
  show({ listTemplates: () => (isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve([reefer])) })

  await screen.findByText("Couldn't load your templates")
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('link', { name: 'Reefer' })).toBeTruthy()
})

const numbered = (number: number) => ({
  ...reefer,
  id: `7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e01${number}`,
  name: `Template ${number}`,
})
const five = [1, 2, 3, 4, 5].map(numbered)

test("at the plan's limit, a note links to the plans", async () => {
  show({ listTemplates: async () => five }, { ...maria, limitTempl: 5 })

  expect(await screen.findByText('Your plan includes 5 templates.')).toBeTruthy()
  expect(screen.getByText(/You can't add more; the ones you have still work/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
  expect(screen.getAllByRole('row')).toHaveLength(6)
})

test.each([
  ['four of five templates', five.slice(1), 5],
  ['no limit', five, null],
])('with %s no limit is mentioned', async (_case, templates, limitTempl) => {
  show({ listTemplates: async () => templates }, { ...maria, limitTempl })

  expect(await screen.findByRole('link', { name: 'Template 5' })).toBeTruthy()
  expect(screen.queryByText(/Your plan includes/)).toBeNull()
})
