import { brand } from '@loadping/contract/brand'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import type { ActivityEntry, LogAction } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inquiry, renderApp, signInAs } from '../testing/render.tsx'
import { asDispatcher, bo, noor, owner, redbudApi, tessa } from '../testing/team-fixtures.ts'

beforeEach(() => signInAs('Maria'))
afterEach(() => vi.restoreAllMocks())

const entry = (number: number, change: Partial<ActivityEntry> = {}): ActivityEntry => ({
  number,
  at: '2026-11-19T19:41:00.000Z',
  actor: owner.email,
  action: 'invited',
  subject: noor.email,
  detail: 'USER',
  ...change,
})

const sentences = () =>
  screen.getAllByRole('listitem').flatMap(({ textContent }) => (textContent?.includes('2:41 PM') ? [textContent] : []))

test('managers read who changed what, in sentences, the newest first and page by page', async () => {
  const listActivity = vi.fn(async ({ query }: { query: { before?: string | undefined } }) =>
    query.before === undefined
      ? {
          entries: [entry(3), entry(2, { action: 'role-changed', subject: 'owen@redbud.example', detail: 'MANAGER' })],
          next: 'cursor',
        }
      : {
          entries: [entry(1, { action: 'organization-created', subject: null, detail: 'Redbud Carriers LLC' })],
          next: null,
        },
  )
  const app = renderApp('/my-team', redbudApi({ listActivity }))

  await userEvent.click(await screen.findByRole('link', { name: 'Activity' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))

  await waitFor(() => expect(sentences()).toHaveLength(3))
  expect(sentences()).toEqual([
    expect.stringContaining(`Maria Delgado invited ${noor.email} as a Dispatcher`),
    expect.stringContaining('Maria Delgado made Owen Park a Manager'),
    expect.stringContaining('Maria Delgado created Redbud Carriers LLC'),
  ])
  expect(listActivity).toHaveBeenLastCalledWith({ query: { before: 'cursor' } })
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(app.address()).toBe('/my-team?view=activity')
})

test('the log is exported as a file of the day', async () => {
  const saved: { name: string; blob: Blob }[] = []
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    if (object instanceof Blob) blob = object
    return 'blob:log'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob })
  })
  renderApp(
    '/my-team?view=activity',
    redbudApi({
      listActivity: async () => ({ entries: [entry(1)], next: null }),
      exportActivity: async () => 'number,time\r\n1,now\r\n',
    }),
  )

  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))

  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe(`team-activity-${newYorkDay(new Date())}.csv`)
  expect(await saved[0]?.blob.text()).toBe('number,time\r\n1,now\r\n')
})

test('an activity log that does not load can be retried, and the rest still shows', async () => {
  let isDown = true
  renderApp(
    '/my-team?view=activity',
    redbudApi({
      listActivity: () =>
        isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve({ entries: [], next: null }),
    }),
  )

  await screen.findByText("Couldn't load your team's activity")
  expect(screen.getByText('Redbud Carriers LLC')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('No activity yet')).toBeTruthy()
})

test('a member who is no manager sees no activity, even by its URL', async () => {
  const listActivity = vi.fn()
  renderApp('/my-team?view=activity', redbudApi({ listActivity }, asDispatcher))

  expect(await screen.findByText('Owen Park')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull()
  expect(listActivity).not.toHaveBeenCalled()
})

test.each<[LogAction, Partial<ActivityEntry>, string, string[]]>([
  ['organization-created', { subject: null, detail: 'USER' }, 'Maria Delgado created USER', ['USER']],
  [
    'organization-edited',
    { subject: null, detail: 'Redbud, USDOT 12' },
    'Maria Delgado changed the organization to Redbud, USDOT 12',
    ['Redbud, USDOT 12'],
  ],
  ['invited', {}, 'Maria Delgado invited ida@redbud.example as a Dispatcher', ['ida@redbud.example']],
  [
    'invitation-resent',
    { detail: null },
    'Maria Delgado resent the invitation to ida@redbud.example',
    ['ida@redbud.example'],
  ],
  [
    'invitation-link-copied',
    { detail: null },
    'Maria Delgado copied the invitation link for ida@redbud.example',
    ['ida@redbud.example'],
  ],
  [
    'invitation-revoked',
    { detail: null },
    'Maria Delgado revoked the invitation to ida@redbud.example',
    ['ida@redbud.example'],
  ],
  [
    'invitation-restored',
    { detail: null },
    'Maria Delgado restored the invitation to ida@redbud.example',
    ['ida@redbud.example'],
  ],
  ['joined', { subject: null, detail: 'MANAGER' }, 'Maria Delgado joined the team as a Manager', []],
  [
    'role-changed',
    { subject: tessa.email, detail: 'MANAGER' },
    'Maria Delgado made Tessa Lind a Manager',
    ['Tessa Lind'],
  ],
  ['removed', { detail: null }, 'Maria Delgado removed ida@redbud.example', ['ida@redbud.example']],
  ['restored', { subject: tessa.email }, 'Maria Delgado added Tessa Lind back as a Dispatcher', ['Tessa Lind']],
  ['restored', { subject: bo.email }, 'Maria Delgado added Bo Nash back as a Member', ['Bo Nash']],
  ['left', { subject: null, detail: null }, 'Maria Delgado left the team', []],
  [
    'ownership-transferred',
    { detail: null },
    'Maria Delgado made ida@redbud.example the owner',
    ['ida@redbud.example'],
  ],
  [
    'plan-granted',
    { actor: null, subject: null, detail: '12' },
    `${brand.name} granted the Business Plan with 12 seats`,
    [],
  ],
  ['plan-revoked', { actor: null, subject: null, detail: null }, `${brand.name} ended the plan`, []],
  ['seats-changed', { subject: null, detail: '8' }, 'Maria Delgado changed the plan to 8 seats', []],
  ['log-exported', { subject: null, detail: null }, 'Maria Delgado exported the activity log', []],
  ['data-exported', { subject: null, detail: null }, 'Maria Delgado exported all data of their account', []],
])('%s with %j reads "%s", with the names in bold', async (action, change, sentence, names) => {
  const changed = entry(1, { action, subject: 'ida@redbud.example', ...change })
  renderApp('/my-team?view=activity', redbudApi({ listActivity: async () => ({ entries: [changed], next: null }) }))

  const [row] = await screen.findAllByText(
    (_text, element) => element?.tagName === 'SPAN' && element.textContent === sentence,
  )
  expect([...(row?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent)).toEqual(
    changed.actor === null ? names : ['Maria Delgado', ...names],
  )
})

test("[D7.6] managers read whom the team emailed, search it and load the next page; dispatchers don't", async () => {
  const { id, state, to, subject, askCents, createdAt, origin, dest, company } = inquiry
  const email = { id, state, to, subject, askCents, createdAt, origin, dest, company, by: 'Tessa Lind' }
  const listTeamEmails = vi.fn(
    async ({ query }: { query: { search?: string | undefined; before?: string | undefined } }) => ({
      emails: query.search ? [] : [query.before ? { ...email, id: noor.id, by: 'Owen Park' } : email],
      next: query.search || query.before ? null : 'cursor',
    }),
  )
  const app = renderApp('/my-team', { ...redbudApi(), emails: { listTeamEmails } })

  await userEvent.click(await screen.findByRole('link', { name: 'Emails' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))

  expect(await screen.findByText('Owen Park')).toBeTruthy()
  expect(screen.getByText('Tessa Lind').closest('li')?.textContent).toMatch(
    /^Email sent: Tessa Lind to loads@quillon\.example.*Quillon Logistics\$2,450Nov 20, 2:41 PM$/,
  )
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search recipient, subject or company' }), 'zzz')
  expect(await screen.findByText('No email of your team matches your search.')).toBeTruthy()
  expect(app.address()).toBe('/my-team?view=emails&search=zzz')
  cleanup()

  renderApp('/my-team?view=emails', redbudApi({}, asDispatcher))
  expect(await screen.findByText('Owen Park')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Emails' })).toBeNull()
})
