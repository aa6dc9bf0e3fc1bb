import type { Page } from '@playwright/test'
import { openLoad, openLoadLink, signOut } from './load-screens.ts'
import {
  askForLink,
  completeOnboarding,
  expectDashboard,
  linkIn,
  newEmail,
  sendTo,
  signInEmail,
  signInOver,
  signUp,
} from './people.ts'
import { expect, test } from './product.ts'
import { collectComplaints, examine, type Screen, smallPhone } from './screen-examination.ts'

const at = (path: string) => (page: Page) => page.goto(path)
const clickButton = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const atButton = (path: string, name: string) => async (page: Page) => {
  await page.goto(path)
  await page.getByRole('button', { name }).click()
}
const openEmailForm = atButton('/sign-in', 'Other service (Yahoo, etc)')
const clickDisconnect = (page: Page) => page.getByRole('button', { name: /^Disconnect/ }).click()
const expiredLink = `/sign-in/verifying?email=maria%40redbud.example&token=${'x'.repeat(43)}`

const publicScreens: Screen[] = [
  { name: 'sign-in', open: at('/sign-in'), shows: 'Start your 14 day Pro trial for Free' },
  { name: 'check-inbox', open: at('/sign-in/verifying?email=maria%40redbud.example'), shows: 'Check your inbox' },
  { name: 'open-link', open: at(expiredLink), shows: 'Is this you?' },
  { name: 'other-service', open: openEmailForm, shows: 'Email address' },
  { name: 'email-error', open: submitEmpty, shows: 'Please enter a valid email' },
  { name: 'canceled', open: at('/sign-in?problem=canceled'), shows: 'Start your 14 day Pro trial for Free' },
  { name: 'invitation', open: at('/invitation/some-token'), shows: 'Invitation Expired', expectedStatus: 404 },
  { name: 'guest-load', open: at('/loadinfo/10000000-0000-4000-8000-000000000001'), shows: 'Log In' },
  { name: 'sign-in-modal', open: clickAsGuest, shows: 'Welcome to LoadPing' },
  { name: 'extension', open: at('/extension'), shows: 'Browser extension' },
  { name: 'terms', open: at('/legal/terms'), shows: 'Terms & Conditions' },
  { name: 'privacy', open: at('/legal/privacy'), shows: 'Privacy Policy' },
  { name: 'not-found', open: at('/no-such-page'), shows: 'Page not found', expectedStatus: 404 },
]

const userScreens: Screen[] = [
  { name: 'onboarding', open: async () => {}, shows: 'Tell us how you work' },
  { name: 'onboarding-template', open: clickButton('Next'), shows: 'Check your Default template' },
  { name: 'onboarding-warning', open: clickButton('Next'), shows: 'This template has no MC number' },
  { name: 'onboarding-editor', open: clickButton('Change Template'), shows: 'Optional' },
  { name: 'onboarding-pin', open: clickThroughWarning, shows: 'Close the hint to finish.' },
  { name: 'onboarding-finish', open: clickButton('Got it'), shows: 'Your LoadPing account is ready' },
  { name: 'welcome', open: clickButton('Finish'), shows: 'Now Refresh your loadbord' },
  { name: 'practice-board', open: clickButton("Let's go"), shows: 'Emails from this page go only to you' },
  { name: 'dashboard', open: at('/'), shows: 'Recent activity' },
  {
    name: 'account-menu',
    open: (page) => page.getByRole('button', { name: 'Account', exact: true }).click(),
    shows: 'Log Out',
  },
  { name: 'shortcuts', open: openShortcuts, shows: 'Collapse or expand the sidebar' },
  { name: 'my-loads', open: at('/load'), shows: 'My loads' },
  { name: 'load', open: openLoad, shows: 'Outcome' },
  {
    name: 'no-such-load',
    open: at('/loadinfo/10000000-0000-4000-8000-000000000001'),
    shows: 'Load not found',
    expectedStatus: 404,
  },
  { name: 'analytics', open: at('/analytics'), shows: 'Analytics' },
  { name: 'my-team', open: at('/my-team'), shows: 'Create your organization' },
  { name: 'business-plan', open: clickInvite, shows: 'Team members come with the Business Plan' },
  { name: 'billing', open: at('/pricing'), shows: 'Billing' },
  { name: 'email', open: at('/email'), shows: 'No emails yet' },
  { name: 'email-list', open: sendOneOfEach, shows: 'Email sent' },
  { name: 'email-message', open: openMessage, shows: 'Message-ID' },
  { name: 'email-attention', open: at('/email?group=attention'), shows: 'Not sent' },
  { name: 'email-disconnect', open: clickDisconnect, shows: 'Sign in with an email link to reconnect the relay.' },
  { name: 'dashboard-attention', open: at('/'), shows: 'Review' },
  { name: 'settings', open: at('/settings'), shows: 'This device' },
  { name: 'templates', open: at('/emailTemplate'), shows: 'Default' },
  { name: 'new-template', open: at('/emailTemplateEditor'), shows: 'Insert a placeholder' },
  { name: 'template', open: openDefault, shows: 'Live preview' },
  { name: 'load-of-a-link', open: openLoadLink, shows: 'Ask for this load in one click' },
]

/** Screens of a broker, who types a posting and pastes two answers. */
const brokerScreens: Screen[] = [
  { name: 'offers-empty', open: at('/offers'), shows: 'Compare what carriers answer' },
  { name: 'offers-posting', open: clickButton('New posting'), shows: 'Save posting' },
  { name: 'offers-no-answers', open: savePosting, shows: 'No answers yet' },
  { name: 'offers-paste', open: pasteAnswers, shows: '2 answers in this text' },
  { name: 'offers', open: clickButton('Add 2 answers'), shows: 'Cottonwood Freight' },
  { name: 'offers-reply', open: replyToAnswer, shows: 'Copy reply' },
]

/** Screens of a user who granted no send permission. */
const unverifiedScreens: Screen[] = [
  { name: 'unverified', open: at('/email'), shows: 'Verify your email to start sending.' },
  { name: 'unverified-rejected', open: at('/email?problem=failed'), shows: 'Mailbox not connected.' },
  {
    name: 'unverified-errors',
    open: atButton('/email', 'Connect mailbox'),
    shows: 'Enter a server name, such as smtp.example.com',
  },
  { name: 'verify-email', open: at('/?verify=email'), shows: "You can't send email yet" },
]

/** Screens of a manager. The last two show another user's invitation: to the manager, then signed out. */
const teamScreens: Screen[] = [
  { name: 'team', open: at('/my-team'), shows: 'Roles, seats and invitations' },
  { name: 'team-row-menu', open: clickButton('Actions for Ben Ortega'), shows: 'Remove from team' },
  {
    name: 'team-transfer-ownership',
    open: (page) => page.getByRole('menuitem', { name: 'Make owner' }).click(),
    shows: 'Transfer ownership',
  },
  { name: 'team-no-match', open: at('/my-team?search=zebra'), shows: 'Clear filters' },
  { name: 'team-activity', open: at('/my-team?view=activity'), shows: 'Export CSV' },
  { name: 'team-handover', open: at('/trucks/handover'), shows: 'Copy link' },
  { name: 'team-handover-note', open: writeTruckNote, shows: 'Save note' },
  { name: 'team-handover-of-another', open: openTrucksOfAnother, shows: 'Taking over' },
  { name: 'team-templates', open: at('/emailTemplate'), shows: 'Van, all-in ask' },
  { name: 'team-edit', open: atButton('/my-team', 'Edit'), shows: 'Save' },
  {
    name: 'team-invite',
    open: at('/my-team?invite=open'),
    shows: 'Separate addresses with commas, spaces or new lines.',
  },
  { name: 'team-invite-typed', open: typeAddresses, shows: 'ana@redbud is not an email address' },
  { name: 'invitation-of-another', open: openInvitationOfAnother, shows: 'Sign in with another email' },
  { name: 'invitation-of-a-guest', open: signOut, shows: 'Accept invitation' },
]

test.describe('in light and dark at 1440 and 360 pixels', () => {
  test.describe.configure({ mode: 'parallel' })

  test('[G16] [W12] every public page renders without errors, fits and is accessible', async ({ page }) => {
    const complaints = await collectComplaints(page)
    for (const screen of publicScreens) await examine(page, screen, complaints, smallPhone)
  })

  test('[G16] [W12] every page of a user renders without errors, fits and is accessible', async ({ page, product }) => {
    test.slow() // the most screens of all stories
    const complaints = await collectComplaints(page)
    const email = newEmail()
    await page.goto('/sign-in')
    await askForLink(page, email)
    await page.goto(linkIn(await signInEmail(product, email)))
    for (const screen of userScreens) await examine(page, screen, complaints, smallPhone)
  })

  test('[G16] [W12] [D13.12] the pages of a broker render without errors, fit and are accessible', async ({
    page,
    product,
  }) => {
    const complaints = await collectComplaints(page)
    await signUp(page, product, 'Broker')
    for (const screen of brokerScreens) await examine(page, screen, complaints, smallPhone)
  })

  test('[G16] [W12] every page without a mailbox renders without errors, fits and is accessible', async ({ page }) => {
    const complaints = await collectComplaints(page)
    await signInOver(page, 'Outlook', newEmail(), { canSend: false })
    await completeOnboarding(page)
    complaints.splice(0) // those of the provider's pages do not count
    for (const screen of unverifiedScreens) await examine(page, screen, complaints, smallPhone)
  })

  test('[G16] [W12] every page of a team renders without errors, fits and is accessible', async ({ page }) => {
    const complaints = await collectComplaints(page)
    await page.goto('/dev/sign-in/carrier-manager')
    await page.getByRole('button', { name: 'Continue as' }).click()
    await expectDashboard(page)
    for (const screen of teamScreens) await examine(page, screen, complaints, smallPhone)
  })
})

async function openDefault(page: Page): Promise<void> {
  await page.goto('/emailTemplate')
  await page.getByRole('link', { name: 'Default', exact: true }).click()
}

async function clickThroughWarning(page: Page): Promise<void> {
  await clickButton('Next')(page)
  await clickButton('Continue')(page)
}

async function submitEmpty(page: Page): Promise<void> {
  await openEmailForm(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** A phone has no sidebar, so the page is widened for the click and set back for the examination. */
async function clickAsGuest(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.goto('/loadinfo/10000000-0000-4000-8000-000000000001')
  await page.getByRole('link', { name: 'Log In' }).first().waitFor()
  await page.setViewportSize({ ...size, width: Math.max(800, size.width) })
  await page.getByRole('button', { name: 'My templates' }).click()
  await page.getByRole('dialog', { name: 'Welcome to LoadPing' }).waitFor()
  await page.setViewportSize(size)
}

async function openShortcuts(page: Page): Promise<void> {
  await page.goto('/settings')
  await page.getByText('This device').waitFor()
  await page.keyboard.press('?')
}

async function clickInvite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite Team Members' }).last().click()
}

async function sendOneOfEach(page: Page): Promise<void> {
  for (const name of ['carrier.example', 'refuses.example', 'silent.example', 'busy.example'])
    await sendTo(page, `loads@${name}`)
  await page.goto('/email')
  for (const text of ['Not sent', 'May have been sent', 'Email sent', 'Next try'])
    await expect(page.getByText(text).first()).toBeVisible()
}

async function openMessage(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Joliet, IL to Dallas, TX/ })
    .first()
    .click()
}

async function typeAddresses(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email addresses' }).fill('lena@redbud.example, ana@redbud,')
}

async function writeTruckNote(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Note for/ })
    .first()
    .click()
}

async function openTrucksOfAnother(page: Page): Promise<void> {
  await page.goto('/trucks/handover')
  await page.getByRole('button', { name: /^From/ }).click()
  await page.getByRole('menuitemradio', { name: /^Priya Nair/ }).click()
}

/** Opens the link of an invitation to the signed-in manager's team. */
async function openInvitationOfAnother(page: Page): Promise<void> {
  const link = await page.evaluate(async () => {
    const { accessToken } = JSON.parse(localStorage.getItem('loadping.session') ?? '{}').state
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const members: { inviteId: string; status: string }[] = await (
      await fetch('/api/organization/users', { headers })
    ).json()
    const body = JSON.stringify({ inviteId: members.find(({ status }) => status === 'invited')?.inviteId })
    const { url } = await (
      await fetch('/api/management/manager/invitation-link', { method: 'POST', headers, body })
    ).json()
    return url
  })
  await page.goto(link)
}

async function savePosting(page: Page) {
  await page.getByLabel('Origin').fill('Kansas City, MO')
  await page.getByLabel('Destination').fill('Chicago, IL')
  await page.getByLabel('Equipment').selectOption('V')
  await page.getByRole('button', { name: 'Save posting' }).click()
}

async function pasteAnswers(page: Page) {
  await page.getByRole('button', { name: 'Paste answers' }).first().click()
  await page
    .getByLabel('Text')
    .fill('$1,250, van empty in Olathe, KS now.\nCottonwood Freight\nMC 245810\n---\n1350, flatbed\nRedbud Carriers')
}

async function replyToAnswer(page: Page) {
  const reply = page.getByRole('button', { name: /^Reply to/ })
  if (!(await reply.isVisible())) await page.getByRole('button', { name: 'Cottonwood Freight', exact: true }).click()
  await reply.click()
}
