import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { Template, TemplateDraft } from '@loadping/contract/templates/templates'
import { Problem } from '@loadping/contract/wire/problem'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { edit, editorOf, textIn, typeAtEnd } from '../../testing/editor.ts'
import { emptyProfile } from '../../testing/profile-fixtures.ts'
import { carrier, type FakeApi, maria, reefer, renderApp, signInAs } from '../../testing/render.tsx'

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const save = async () => userEvent.click(await screen.findByRole('button', { name: /^(Save|Create)$/ }))
const stored = ({ id: _, name, ...draft }: TemplateDraft): Template => ({
  ...reefer,
  ...draft,
  name: name || 'Default',
  version: 2,
})

function open(address: string, templates: FakeApi['templates'], account: FakeApi['account'] = {}) {
  signInAs('Maria')
  return renderApp(address, {
    account: {
      getMe: async () => maria,
      getProfile: async () => emptyProfile,
      ...account,
    },
    snippets: { listSnippets: async () => [{ name: 'van', text: '53 ft', usedBy: [] }] },
    templates: { listTemplates: async () => [reefer], getTemplate: async () => reefer, ...templates },
  })
}

const openReefer = (templates: FakeApi['templates'] = {}) => open(`/emailTemplateEditor/${reefer.id}`, templates)

test('[5.2] [8.3] a missing name shows "Template name is required" until the field is clicked', async () => {
  const createTemplate = vi.fn(async ({ body }: { body: TemplateDraft }) => stored(body))
  open('/emailTemplateEditor', { createTemplate })

  await typeAtEnd('Subject', 'Hello')
  await save()
  expect(await screen.findByText('Template name is required')).toBeTruthy()
  expect(screen.queryByText('Error while updating')).toBeNull()
  expect(createTemplate).not.toHaveBeenCalled()

  await userEvent.click(await field('Template name'))
  expect(screen.queryByText('Template name is required')).toBeNull()
})

test('[2.7] [2.8] a template that was created in the editor of a new one opens in its own editor', async () => {
  const createTemplate = vi.fn(async ({ body }: { body: TemplateDraft }) => stored(body))
  const app = open('/emailTemplateEditor', { createTemplate })

  await userEvent.type(await field('Template name'), 'Reefer')
  await typeAtEnd('Message', 'Hi,')
  await edit('Message', (editor) => editor.commands.splitBlock())
  await typeAtEnd('Message', 'still there?')
  await userEvent.type(await field('Cc'), 'ops@redbud.example')
  await save()

  await waitFor(() => expect(app.address()).toBe(`/emailTemplateEditor/${reefer.id}`))
  expect(createTemplate).toHaveBeenCalledExactlyOnceWith({
    body: {
      name: 'Reefer',
      subject: '',
      template: '<p>Hi,</p>\n<p>still there?</p>',
      cc: ['ops@redbud.example'],
      labels: [],
    },
  })
})

test('text that was typed while a template was being created is not lost', async () => {
  const created = Promise.withResolvers<Template>()
  const app = open('/emailTemplateEditor', { createTemplate: () => created.promise })
  await userEvent.type(await field('Template name'), 'Reefer')
  await typeAtEnd('Message', 'Hi,')
  await save()

  await typeAtEnd('Message', ' still there?')
  await act(async () => created.resolve({ ...reefer, template: '<p>Hi,</p>' }))

  await waitFor(() => expect(app.address()).toBe(`/emailTemplateEditor/${reefer.id}`))
  expect(await textIn('Message')).toBe('Hi, still there?')
})

test('[8.4] saving shows "Update Success"', async () => {
  const updateTemplate = vi.fn(async ({ body }: { body: TemplateDraft }) => stored(body))
  openReefer({ updateTemplate })

  await typeAtEnd('Subject', '!')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await save()

  expect(await screen.findByText('Update Success')).toBeTruthy()
  expect(updateTemplate.mock.calls[0]?.[0].body).toMatchObject({
    id: reefer.id,
    subject: '{{origin}} to {{dest}}!',
    template: reefer.template,
  })
  expect(await screen.findByText('Saved')).toBeTruthy()
})

test('[8.4] a failed save shows "Error while updating" and keeps what was typed', async () => {
  openReefer({ updateTemplate: () => Promise.reject(new Problem('unavailable', 'x')) })

  await typeAtEnd('Message', ' Call me.')
  await save()

  expect(await screen.findByText('Error while updating')).toBeTruthy()
  expect(await textIn('Message')).toBe('We ask {{rate:trip+8% to 5}}. Call me.')
})

test('saving an existing template with no name shows the name that the server gave it', async () => {
  openReefer({ updateTemplate: async ({ body }) => stored(body) })

  await userEvent.clear(await field('Template name'))
  await save()

  await waitFor(async () => expect((await field('Template name')).value).toBe('Default'))
})

test('[5.4] [D4.6] 500 ms after the last change of name or message a draft is kept on this device', async () => {
  openReefer()
  const name = await field('Template name')
  const message = await editorOf('Message')
  const kept = () => Object.values(localStorage).join()

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const [text, type] of [
    ['Reefer 48', () => fireEvent.change(name, { target: { value: 'Reefer 48' } })],
    ['Call me', () => act(() => void message.commands.insertContent('Call me'))],
  ] as const) {
    type()
    act(() => void vi.advanceTimersByTime(499))
    expect(kept()).not.toContain(text)
    act(() => void vi.advanceTimersByTime(1))
    expect(kept()).toContain(text)
    expect(screen.getByText(/^Saved here \d{1,2}:\d\d [AP]M$/)).toBeTruthy()
  }
  vi.useRealTimers()
})

test('a placeholder that one of the chosen boards never fills is amber, and says which board', async () => {
  open(
    `/emailTemplateEditor/${reefer.id}`,
    {},
    {
      getUserInfo: async () => ({ ...carrier, loadboards: ['dat-one', 'sylectus'] }),
    },
  )

  await typeAtEnd('Message', ' {{load}} in {{origin}}')
  const message = await field('Message')
  const amber = () => [...message.querySelectorAll('.missing-value')]
  await waitFor(() => expect(amber().map(({ textContent }) => textContent)).toEqual(['{{load}}']))
  expect(amber()[0]?.getAttribute('title')).toBe('Not on Sylectus')
})

test('[D4.1] an unknown placeholder is marked where it stands, selected by a click, and not saved', async () => {
  const updateTemplate = vi.fn(async ({ body }: { body: TemplateDraft }) => stored(body))
  openReefer({ updateTemplate })

  await typeAtEnd('Message', ' Ref {{nope}}')
  await userEvent.click(await screen.findByRole('button', { name: '{{nope}}' }))

  await edit('Message', ({ state: { doc, selection } }) =>
    expect(doc.textBetween(selection.from, selection.to, '', ({ attrs }) => String(attrs['raw']))).toBe('nope'),
  )
  expect((await field('Message')).getAttribute('aria-invalid')).toBe('true')
  expect((await field('Message')).querySelector('.template-error')?.textContent).toBe('{{nope}}')
  await save()
  expect(await screen.findByText('Error while updating')).toBeTruthy()
  expect(updateTemplate).not.toHaveBeenCalled()
})

test('a click on a placeholder inserts it at the cursor of the field that was left last', async () => {
  openReefer()

  await edit('Message', (editor) => editor.chain().focus(3).run())
  await userEvent.click(screen.getByRole('button', { name: 'company' }))
  expect(await textIn('Message')).toBe('We{{company}} ask {{rate:trip+8% to 5}}.')

  await edit('Subject', (editor) => editor.chain().focus('end').run())
  fireEvent.focus(await field('Subject'))
  await userEvent.click(screen.getByRole('button', { name: 'truck' }))
  expect(await textIn('Subject')).toBe('{{origin}} to {{dest}}{{truck}}')
})

test('the menu that opens at {{ lists first what is named so, snippets too', async () => {
  openReefer()
  await screen.findByRole('region', { name: 'Live preview' })

  await edit('Message', (editor) => editor.commands.focus('end'))
  await typeAtEnd('Message', ' {{van')
  await userEvent.click((await screen.findByRole('listbox', { name: 'Placeholders' })).children[0] ?? document.body)

  expect(await textIn('Message')).toBe('We ask {{rate:trip+8% to 5}}. {{snippet:van}}')
})

test.each(['Subject', 'Message'] as const)('Enter and Tab take what the menu suggests in the %s', async (name) => {
  openReefer()
  await screen.findByRole('region', { name: 'Live preview' })
  const before = await textIn(name)

  await edit(name, (editor) => editor.commands.focus('end'))
  for (const key of ['Enter', 'Tab']) {
    await typeAtEnd(name, '{{dest')
    await screen.findByRole('listbox', { name: 'Placeholders' })
    fireEvent.keyDown(await field(name), { key })
  }

  expect(await textIn(name)).toBe(`${before}{{dest}}{{dest}}`)
})

test('the preview fills in a sample load and the ask, in a sandboxed frame', async () => {
  openReefer()

  const frame = await screen.findByTitle('Message')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toContain('<p>We ask <mark>$2,500</mark>.</p>')
  expect(screen.getByText('Joliet, IL to Dallas, TX')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Live preview' })).getByText('$2,500')).toBeTruthy()
})

test('the HTML view shows the same source, and a change of it shows in the editor', async () => {
  openReefer({ getTemplate: async () => ({ ...reefer, template: '<p>Hi <strong>you</strong></p>' }) })

  await userEvent.click(await screen.findByRole('button', { name: 'Show the HTML' }))
  const source = await field('Message (HTML)')
  expect(source.value).toBe('<p>Hi <strong>you</strong></p>')
  fireEvent.change(source, { target: { value: '<p>Hi <em>{{company}}</em></p><script>alert(1)</script>' } })
  await userEvent.click(screen.getByRole('button', { name: 'Back to the editor' }))

  expect(await textIn('Message')).toBe('Hi {{company}}')
  await edit('Message', (editor) => expect(editor.isActive('italic')).toBe(false))
})

test('[D13.17] what a template is the standard for is changed in its editor, and unsaved text stays', async () => {
  let equipment: EquipmentClass[] = ['van']
  openReefer({
    getTemplate: async () => ({ ...reefer, equipment }),
    setTemplateEquipment: async ({ body }) => {
      equipment = body.equipment
      return { ...reefer, equipment }
    },
  })

  await typeAtEnd('Subject', '!')
  await userEvent.click(screen.getByRole('button', { name: 'Change standard for equipment' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Reefer' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('“Reefer” is standard for van, reefer')).toBeTruthy()
  expect(await screen.findByText('Van, Reefer')).toBeTruthy()
  expect(await textIn('Subject')).toBe('{{origin}} to {{dest}}!')
})

test('a template that was never saved is no standard yet', async () => {
  open('/emailTemplateEditor', {})

  await field('Template name')
  expect(screen.queryByText('Standard for equipment')).toBeNull()
})

test('leaving with unsaved changes asks first', async () => {
  const app = openReefer()
  await typeAtEnd('Subject', '!')

  await userEvent.click(screen.getByRole('link', { name: 'Back to My templates' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(await textIn('Subject')).toBe('{{origin}} to {{dest}}!')

  await userEvent.click(screen.getByRole('link', { name: 'Back to My templates' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(app.address()).toBe('/emailTemplate'))
})

test('closing the tab with unsaved changes makes the browser ask', async () => {
  openReefer()
  await typeAtEnd('Subject', '!')

  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)

  expect(event.defaultPrevented).toBe(true)
})

const numbered = (number: number) => ({
  ...reefer,
  id: `7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e01${number}`,
  name: `Template ${number}`,
})
const five = [1, 2, 3, 4, 5].map(numbered)
const onFree = async () => ({ ...maria, limitTempl: 5 })

test("at the plan's limit, the page of a new template explains it and links to the plans", async () => {
  open('/emailTemplateEditor', { listTemplates: async () => five }, { getMe: onFree })

  expect(await screen.findByText('Your plan includes 5 templates')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'New template' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
  expect(screen.queryByRole('textbox', { name: 'Template name' })).toBeNull()
})

test('one template below the limit opens the editor', async () => {
  open('/emailTemplateEditor', { listTemplates: async () => five.slice(1) }, { getMe: onFree })

  expect(await field('Template name')).toBeTruthy()
})

test.for([
  [new Problem('too-many', 'Too many changes at once. Try again in a minute.'), /Too many changes/],
  [new Problem('invalid-input', 'x', { template: 'At most 2,000 tags' }), /At most 2,000 tags/],
] as const)('a save that is rejected as %s shows the reason and keeps what was typed', async ([problem, reason]) => {
  open('/emailTemplateEditor', { createTemplate: () => Promise.reject(problem) })

  await userEvent.type(await field('Template name'), 'Hasty')
  await typeAtEnd('Subject', 'Hello')
  await typeAtEnd('Message', 'Still there?')
  await save()

  expect(await screen.findByText(reason)).toBeTruthy()
  expect(await textIn('Message')).toBe('Still there?')
})

test('a template over the limit is not saved, links to the plans, and keeps what was typed', async () => {
  const limit = 'Your plan includes 5 templates. Upgrade or delete one to add another.'
  const createTemplate = () => Promise.reject(new Problem('plan-limit', limit, {}, { left: 0 }))
  const app = open('/emailTemplateEditor', { createTemplate })

  await userEvent.type(await field('Template name'), 'Sixth')
  await typeAtEnd('Subject', 'Hello')
  await typeAtEnd('Message', 'Still there?')
  await save()

  const note = await screen.findByText(/What you typed is still here/)
  expect(note.textContent).toContain(limit)
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
  expect((await field('Template name')).value).toBe('Sixth')
  expect(await textIn('Subject')).toBe('Hello')
  expect(await textIn('Message')).toBe('Still there?')
  expect(app.address()).toBe('/emailTemplateEditor')
})
