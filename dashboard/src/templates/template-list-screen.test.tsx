import { Problem } from '@loadping/contract/problem'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { reefer, renderScreen } from '../testing/render.tsx'
import { TemplateListScreen } from './template-list-screen.tsx'

const byDefault = { ...reefer, id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e009', name: 'Van', isDefault: true }

async function openMenu(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
}

test('a template is listed with its subject’s placeholders by name, its labels, and whether it is the default', async () => {
  renderScreen(<TemplateListScreen />, { templates: { listTemplates: async () => [byDefault, reefer] } })

  const row = within(await screen.findByRole('row', { name: /^Van/ }))
  expect(row.getByText('Default')).toBeTruthy()
  expect(row.getByText('origin').className).toContain('accent')
  expect(row.getByText('reefer')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Van' }).getAttribute('href')).toBe(`/emailTemplateEditor/${byDefault.id}`)
  expect(within(screen.getByRole('row', { name: /^Reefer/ })).queryByText('Default')).toBeNull()
})

test('deleting asks first, then removes the template from the list', async () => {
  let templates = [reefer]
  renderScreen(<TemplateListScreen />, {
    templates: {
      listTemplates: async () => templates,
      deleteTemplate: async ({ params }) => {
        templates = templates.filter(({ id }) => id !== params.id)
        return null
      },
    },
  })

  await openMenu('Reefer')
  await userEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }))
  expect(templates).toHaveLength(1)
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Write the email once')).toBeTruthy()
})

test('the default template offers no deletion', async () => {
  renderScreen(<TemplateListScreen />, { templates: { listTemplates: async () => [byDefault] } })

  await openMenu('Van')

  expect((await screen.findByRole('menuitem', { name: /Delete/ })).getAttribute('aria-disabled')).toBe('true')
})

test('templates that do not load offer another try', async () => {
  let isDown = true
  renderScreen(<TemplateListScreen />, {
    templates: { listTemplates: () => (isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve([reefer])) },
  })

  await screen.findByText('Your templates could not be loaded')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('link', { name: 'Reefer' })).toBeTruthy()
})
