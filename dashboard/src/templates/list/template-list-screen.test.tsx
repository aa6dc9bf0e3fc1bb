import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeApi, maria, reefer, renderApp, renderScreen, signInAs } from '../../testing/render.tsx'
import { TemplateListScreen } from './template-list-screen.tsx'

const template = (number: number, more: Partial<ListedTemplate> = {}): ListedTemplate => ({
  ...reefer,
  id: `7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e${String(number).padStart(3, '0')}`,
  name: `Template ${number}`,
  labels: [],
  ...more,
})
const van = template(9, {
  name: 'Van',
  isDefault: true,
  labels: ['van'],
  sent: 12,
  lastUsedAt: '2026-11-20T19:41:00.000Z',
})
const tom = { userId: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e099', name: 'Tom Becker' }
const flatbed = template(10, { name: 'Flatbed', subject: 'Tarps', sent: 3, isShared: true, owner: tom })
const member = { ...maria, organizationId: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e098' }

const show = (templates: FakeApi['templates'] & {}, me = maria) =>
  renderScreen(<TemplateListScreen />, { account: { getMe: async () => me }, templates })
const showAll = (me = maria) => show({ listTemplates: async () => [van, reefer, flatbed] }, me)

const rowNames = async () => {
  await screen.findByRole('table')
  return screen.getAllByRole('row').flatMap((row) => within(row).queryByRole('link')?.textContent ?? [])
}
async function choose(name: string, item: string | RegExp) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test("[2.6] a row shows the subject's placeholders by name, labels, uses and the Default badge", async () => {
  showAll()

  const row = within(await screen.findByRole('row', { name: /^Select Van/ }))
  expect(row.getByText('Default')).toBeTruthy()
  expect(row.getByText('origin').className).toContain('accent')
  expect(row.getByText('van')).toBeTruthy()
  expect(row.getByText('12')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Van' }).getAttribute('href')).toBe(`/emailTemplateEditor/${van.id}`)
  expect(within(screen.getByRole('row', { name: /^Select Reefer/ })).queryByText('Default')).toBeNull()
})

test.each([
  ['', ['Van', 'Reefer', 'Flatbed']],
  ['?search=REE', ['Reefer']],
  ['?search=tarps', ['Flatbed']],
  ['?label=van', ['Van']],
  ['?owner=mine', ['Van', 'Reefer']],
  [`?owner=${tom.userId}`, ['Flatbed']],
  ['?sort=name', ['Flatbed', 'Reefer', 'Van']],
  ['?sort=-name', ['Van', 'Reefer', 'Flatbed']],
  ['?sort=-sent', ['Van', 'Flatbed', 'Reefer']],
  ['?sort=-used', ['Van', 'Reefer', 'Flatbed']],
  ['?sort=-owner', ['Flatbed', 'Van', 'Reefer']],
  ['?sort=nonsense&owner=all', ['Van', 'Reefer', 'Flatbed']],
])('[D4.8] with %j in the URL the list shows %j', async (query, expected) => {
  signInAs('Maria')
  renderApp(`/emailTemplate${query}`, {
    account: { getMe: async () => maria },
    templates: { listTemplates: async () => [van, reefer, flatbed] },
  })

  expect(await rowNames()).toEqual(expected)
})

test('[D4.8] search, filters and the order are kept in the URL', async () => {
  const { address } = showAll()

  await userEvent.type(await screen.findByRole('searchbox'), 'e')
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(address()).toBe('/?search=e&sort=name')
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(address()).toBe('/?search=e&sort=-name')
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  await userEvent.click(screen.getByRole('button', { name: /^Owner/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Tom Becker' }))

  await waitFor(() => expect(address()).toBe(`/?search=e&owner=${tom.userId}`))
  await waitFor(async () => expect(await rowNames()).toEqual(['Flatbed']))
})

test('a search without results offers to clear the filters', async () => {
  const { address } = showAll()
  await userEvent.type(await screen.findByRole('searchbox'), 'zebra')

  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))

  await waitFor(async () => expect(await rowNames()).toHaveLength(3))
  expect(address()).toBe('/')
})

test('[D4.8] a deleted template is gone at once, and Undo restores it', async () => {
  let deleted: string[] = []
  show({
    listTemplates: async () => [van, reefer].filter(({ id }) => !deleted.includes(id)),
    deleteTemplates: async ({ body }) => {
      deleted = body.ids
      return null
    },
    restoreTemplates: async ({ body }) => {
      deleted = deleted.filter((id) => !body.ids.includes(id))
      return null
    },
  })

  await choose('Reefer', 'Delete')
  await screen.findByText('“Reefer” was deleted')
  expect(await rowNames()).toEqual(['Van'])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))

  await screen.findByText('“Reefer” was restored')
  await waitFor(async () => expect(await rowNames()).toEqual(['Van', 'Reefer']))
})

test('[D4.4] the Default template cannot be deleted; another one can be made the default', async () => {
  const setDefaultTemplate = vi.fn(async () => ({ ...reefer, isDefault: true }))
  show({ listTemplates: async () => [van, reefer], setDefaultTemplate })

  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Van' }))
  expect((await screen.findByRole('menuitem', { name: /Delete/ })).getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('menuitem', { name: 'Make default' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await choose('Reefer', 'Make default')

  await screen.findByText('The Email button now sends “Reefer”')
  expect(setDefaultTemplate).toHaveBeenCalledWith({ params: { id: reefer.id } })
})

test('[D13.17] a template is made the standard for equipment, which the list shows', async () => {
  let equipment: EquipmentClass[] = []
  const setTemplateEquipment = vi.fn(async ({ body }: { body: { equipment: EquipmentClass[] } }) => {
    equipment = body.equipment
    return { ...reefer, equipment }
  })
  show({ listTemplates: async () => [van, { ...reefer, equipment }], setTemplateEquipment })
  await screen.findByRole('button', { name: 'Actions for Van' })

  await choose('Reefer', 'Standard for equipment')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Reefer' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByText('“Reefer” is standard for reefer')
  await screen.findByTitle('This is standard for reefer')
})

test("[D4.8] a teammate's template shows its owner and can only be viewed, copied and exported", async () => {
  const duplicateTemplate = vi.fn(async () => ({ ...flatbed, owner: null }))
  show({ listTemplates: async () => [van, flatbed], duplicateTemplate }, member)

  expect(await screen.findByText('1 template, and 1 from your team')).toBeTruthy()
  const row = within(await screen.findByRole('row', { name: /^Flatbed/ }))
  expect(row.getAllByText(/Shared by/).length).toBeGreaterThan(0)
  expect(row.queryByRole('checkbox')).toBeNull()
  await userEvent.click(row.getByRole('button', { name: 'Actions for Flatbed' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'View',
    'Copy to my templates',
    'Export CSV',
    'Export JSON',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy to my templates' }))

  await screen.findByText('“Flatbed” was added')
})

test('[D4.8] a member of a team shares a template and stops sharing it', async () => {
  let isShared = false
  const become = (shared: boolean) => async () => {
    isShared = shared
    return { ...reefer, isShared }
  }
  const listTemplates = async () => [van, { ...reefer, isShared }]
  show({ listTemplates, shareTemplate: become(true), unshareTemplate: become(false) }, member)

  await choose('Reefer', 'Share with team')

  await screen.findByText('Your team can now use “Reefer”')
  await screen.findByText('Shared with your team')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Reefer' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Stop sharing' }))

  await screen.findByText('Only you can now use “Reefer”')
  await waitFor(() => expect(screen.queryByText('Shared with your team')).toBeNull())
})

test('without a team, sharing is not offered', async () => {
  showAll()

  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Reefer' }))

  expect(await screen.findByRole('menuitem', { name: 'Make default' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Share with team' })).toBeNull()
})

test('J and K move, X selects, Enter opens, and Escape clears the selection', async () => {
  showAll()
  await screen.findByRole('table')

  await userEvent.keyboard('jj')
  expect(document.activeElement?.textContent).toBe('Reefer')
  await userEvent.keyboard('x')
  expect(await screen.findByText('1 template selected')).toBeTruthy()
  await userEvent.keyboard('kx')
  expect(await screen.findByText('2 templates selected')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' }).checked).toBe(true)
  await userEvent.keyboard('jjx')
  expect(screen.getByText('2 templates selected')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('toolbar')).toBeNull()
  await userEvent.keyboard('/x')

  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('x')
})

test('[D4.8] labels of all selected templates are changed at once', async () => {
  const labelTemplates = vi.fn(async () => null)
  show({ listTemplates: async () => [van, reefer], labelTemplates })

  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await userEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Labels' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'van' }).indeterminate).toBe(true)
  await userEvent.click(dialog.getByRole('checkbox', { name: 'van' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'reefer' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'reefer' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'New labels' }), 'south, today')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  await screen.findByText('Labels of 2 templates were saved')
  expect(labelTemplates).toHaveBeenCalledWith({
    body: { ids: [van.id, reefer.id], add: ['van', 'south', 'today'], remove: ['reefer'] },
  })
})

test('a hundred of many templates show at first; search and selection cover all', async () => {
  const many = Array.from({ length: 250 }, (_, number) => template(number))
  show({ listTemplates: async () => many })

  expect(await rowNames()).toHaveLength(100)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(await screen.findByText('250 templates selected')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await rowNames()).toHaveLength(200)
  await userEvent.type(screen.getByRole('searchbox'), 'template 249')

  await waitFor(async () => expect(await rowNames()).toEqual(['Template 249']))
})

test('deleting the selection leaves the Default template', async () => {
  const deleteTemplates = vi.fn(async () => null)
  show({ listTemplates: async () => [van, reefer], deleteTemplates })

  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))

  await screen.findByText('“Reefer” was deleted')
  expect(deleteTemplates).toHaveBeenCalledWith({ body: { ids: [reefer.id] } })
})

test('templates that do not load can be retried', async () => {
  let isDown = true
  show({ listTemplates: () => (isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve([reefer])) })

  await screen.findByText("Couldn't load your templates")
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('link', { name: 'Reefer' })).toBeTruthy()
})

test('without templates the list offers the Default text, a blank page and an import', async () => {
  const createTemplate = vi.fn(async () => reefer)
  const { address } = show({ listTemplates: async () => [], createTemplate })

  expect(await screen.findByText('Write the email once')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Blank template' }).getAttribute('href')).toBe('/emailTemplateEditor')
  expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use the Default text' }))

  await waitFor(() => expect(address()).toBe(`/emailTemplateEditor/${reefer.id}`))
})

const five = [1, 2, 3, 4, 5].map((number) => template(number))

test("at the plan's limit, a note links to the plans; those of the team don't count", async () => {
  show({ listTemplates: async () => [...five, flatbed] }, { ...maria, limitTempl: 5 })

  expect(await screen.findByText('Your plan includes 5 templates.')).toBeTruthy()
  expect(screen.getByText(/You can't add more; the ones you have still work/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
  expect(screen.getAllByRole('row')).toHaveLength(7)
})

test.each([
  ['four of five templates', [...five.slice(1), flatbed], 5],
  ['no limit', five, null],
])('with %s no limit is mentioned', async (_case, templates, limitTempl) => {
  show({ listTemplates: async () => templates }, { ...maria, limitTempl })

  expect(await screen.findByRole('link', { name: 'Template 5' })).toBeTruthy()
  expect(screen.queryByText(/Your plan includes/)).toBeNull()
})
