import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { maria, reefer, renderApp, signInAs } from '../../testing/render.tsx'

const tom = { userId: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e099', name: 'Tom Becker' }
const copy = { ...reefer, id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e077', name: 'Reefer (2)' }

test("[D4.8] a teammate's template opens to be read only, and a copy of it to be edited", async () => {
  signInAs('Maria')
  const { address } = renderApp(`/emailTemplateEditor/${reefer.id}`, {
    account: { getMe: async () => maria },
    templates: {
      listTemplates: async () => [reefer],
      getTemplate: async ({ params: { id } }) =>
        id === copy.id ? copy : { ...reefer, cc: ['boss@redbud.example'], owner: tom, isShared: true },
      duplicateTemplate: async () => copy,
    },
  })

  expect(await screen.findByText('Shared by Tom Becker. Copy it to make changes of your own.')).toBeTruthy()
  expect(screen.getByText('boss@redbud.example')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Copy to my templates' }))

  expect(await screen.findByDisplayValue('Reefer (2)')).toBeTruthy()
  expect(address()).toBe(`/emailTemplateEditor/${copy.id}`)
})
