import type { Page } from '@playwright/test'
import { noCosts } from '../contract/src/trucks/trucks.ts'
import {
  answer,
  type BoardPage,
  confirmTemplates,
  emailAbout,
  loads,
  openBoard,
  sendIfAsked,
  untilConnected,
} from './board.ts'
import { call, expectDashboard, signUp } from './people.ts'
import { expect, type Product, test } from './product.ts'
import { openSignedInBoard } from './signed-in-board.ts'
import { endWorkers } from './workers.ts'

test('[D11.2] [D12.4] a first click on a board asks, then sends, and the Dashboard counts it', async ({
  withExtension,
  product,
}) => {
  const dashboard = await withExtension.newPage()
  const email = await signUp(dashboard, product)
  await expect(dashboard.locator('#loadping-extension')).toHaveAttribute('data-version', /^\d+\.\d+\.\d+$/)
  await expect(dashboard.getByText('Extension connected')).toBeVisible()
  await untilConnected(withExtension, email)

  const board = await openBoard(withExtension)
  await board.shows(loads.plain, 'Email')
  expect(await board.controls(loads.plain)).toEqual(['$2,500', 'Email', 'Call', 'Save'])
  expect((await board.controls(loads.perMile)).slice(0, 2)).toEqual(['$1,165', 'Email'])
  const asked = withExtension.waitForEvent('page')
  await board.click(loads.plain, 'Email')
  const question = await asked
  await expect(question.locator('dl')).toContainText(
    /Toloads@quillon.example.*SubjectJoliet, IL to Dallas, TX.*Ask\$2,500/,
  )
  await answer(question, 'Send')
  await board.shows(loads.plain, 'Sent')
  expect(await board.controls(loads.plain)).toEqual(['$2,500', 'Sent', 'Call', 'Saved'])

  const [message, ...more] = await product
    .emailsTo('loads@quillon.example')
    .then((emails) => emails.filter(({ headers }) => headers['reply-to']?.includes(email)))
  expect(more).toEqual([])
  expect(message?.subject).toMatch(/^Joliet, IL to Dallas, TX - .+ - Ref# Q48213$/)
  expect(message?.text).toContain('Hi Quillon Logistics,')
  expect(message?.text).toContain('Rate: $2,500 all in for 926 miles.')

  await dashboard.reload()
  await expectDashboard(dashboard)
  await expect(dashboard.getByRole('region', { name: 'Inquiries', exact: true })).toHaveText(/^Inquiries1/)
  await expect(dashboard.getByRole('heading', { name: '49/50 emails left' })).toBeVisible()
  const contact = dashboard.getByRole('listitem').filter({ hasText: 'Quillon Logistics' })
  await expect(contact).toContainText('Email sent')
  await expect(contact).toContainText(/Joliet, IL.*Dallas, TX/)
  await expect(contact).toContainText('$2,500')
})

test('[D13.11] a click below what the load costs asks first, and sends once the user confirms it', async ({
  withExtension,
  product,
}) => {
  const { dashboard, board, sentEmails } = await openSignedInBoard(withExtension, product)
  const costs = { ...noCosts, perMileCents: 300, feesPercent: 0 } // $2,913 for 926 miles and 45 of deadhead
  expect((await call(dashboard, 'PUT', '/users/me/costs', costs)).status).toBe(200)
  await board.page.waitForTimeout(5_000) // a page in use asks every four seconds

  const asked = withExtension.waitForEvent('page')
  await board.click(loads.plain, 'Email')
  const question = await asked
  await expect(question.getByText('Below $2,913 this load costs you money.')).toBeVisible()
  await expect(question.locator('dl')).toContainText('Ask$2,500Floor$2,913')
  await answer(question, 'Cancel')
  await board.shows(loads.plain, 'Email')
  expect(await sentEmails()).toEqual([])

  const askedAgain = withExtension.waitForEvent('page')
  await board.click(loads.plain, 'Email')
  await answer(await askedAgain, 'Send')
  await board.shows(loads.plain, 'Sent')
  expect(await sentEmails()).toHaveLength(1)
})

test.describe('one click is one email', () => {
  let dashboard: Page
  let board: BoardPage
  let sender: string

  test.beforeEach(async ({ withExtension, product }) => {
    dashboard = await withExtension.newPage()
    sender = await signUp(dashboard, product)
    await untilConnected(withExtension, sender)
    await confirmTemplates(withExtension)
    board = await openBoard(withExtension)
  })

  test('[D11.6] through a double click, a reload and a worker that ends at any moment', async ({
    withExtension,
    product,
  }) => {
    const rows = [
      ['DL4821301', 'loads@quillon.example', 0],
      ['DL4821302', 'dispatch@tarnbrook.example', 5],
      ['DL4821304', 'kgf@kestrelgap.example', 20],
      ['DL4821305', 'carrier.desk@oxbownine.example', 60],
      ['DL4821307', 'covers@sablepoint.example', 150],
      ['DL4821308', 'ops@marrowfield.example', 400],
    ] as const
    let ended = 0

    for (const [load, , pause] of rows) {
      await board.click(load, 'Email', 2)
      await board.page.waitForTimeout(pause)
      ended += await endWorkers(withExtension)
    }
    // A reload right after a click, before anything took it, is no click: the row then shows Email again.
    for (const [load] of rows) {
      await sendIfAsked(board, load)
      const state = async () => (await board.controls(load)).join(' ')
      await expect.poll(state, { timeout: 60_000 }).toMatch(/Undo|Sent/)
    }
    await board.page.reload()

    for (const [load, to] of rows) {
      await board.shows(load, 'Sent')
      expect(await emailsOf(product, to), to).toHaveLength(1)
    }
    expect(ended).toBeGreaterThan(2)
  })

  test('none if undone in time; the next click sends one', async ({ product }) => {
    await emailAbout(board, loads.plain)
    await board.click(loads.plain, 'Undo')
    await board.shows(loads.plain, 'Email')
    await board.page.waitForTimeout(6_000)
    expect(await board.controls(loads.plain)).toEqual(['$2,500', 'Email', 'Call', 'Saved'])
    expect(await emailsOf(product, 'loads@quillon.example')).toEqual([])
    const { body } = await call(dashboard, 'GET', '/loads')
    expect(body.loads).toMatchObject([{ status: 'saved', askCents: null }])

    await emailAbout(board, loads.plain)
    await board.shows(loads.plain, 'Sent')
    expect(await emailsOf(product, 'loads@quillon.example')).toHaveLength(1)
  })

  test('through a server that is killed right after the click and restarted', async ({ product }) => {
    await board.click(loads.plain, 'Email')
    await product.kill()
    await product.restart()
    await sendIfAsked(board, loads.plain)

    const state = async () => (await board.controls(loads.plain))[1] ?? ''
    await expect.poll(state, { timeout: 120_000 }).toMatch(/^(Sent|May have been sent)$/)
    const emails = await emailsOf(product, 'loads@quillon.example')
    // If the server was killed during the delivery, the row shows that it is unknown, and there is at most one email.
    if ((await state()) === 'Sent') expect(emails).toHaveLength(1)
    else expect(emails.length).toBeLessThan(2)
  })

  test('[X07] none from a script of the page, whatever it clicks', async ({ product }) => {
    await board.shows(loads.plain, 'Email')
    await board.page.waitForTimeout(400)

    const isOpen = await board.page.evaluate(() => {
      const hosts = [...document.querySelectorAll('[id^="table-row-"]')].map((row) => row.lastElementChild)
      for (const host of hosts) {
        const { x = 0, y = 0, width = 0 } = host?.getBoundingClientRect() ?? {}
        const click = { bubbles: true, composed: true, detail: 1, clientX: x + width - 20, clientY: y + 12 }
        for (const target of [host, document.elementFromPoint(click.clientX, click.clientY)])
          for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
            target?.dispatchEvent(new MouseEvent(name, click))
      }
      return hosts.some((host) => host?.shadowRoot)
    })
    await board.page.waitForTimeout(1_500)

    expect(isOpen).toBe(false)
    expect(await board.controls(loads.plain)).toContain('Email')
    expect(await emailsOf(product, 'loads@quillon.example')).toEqual([])
  })

  test('the text of a load is sent as text, even if it looks like code', async ({ product }) => {
    await emailAbout(board, loads.hostile)
    await board.shows(loads.hostile, 'Sent')

    const [message] = await emailsOf(product, '{{email}}@pwn.example')
    expect(message?.html).toContain('Hi &lt;img src=x onerror=')
    expect(message?.html).not.toMatch(/<img|<script/)
    expect(message?.text).toContain(', ref# [[{{email}}]]')
    await expect(board.page).toHaveTitle('Demo board: sample data')
  })

  test('a load without an address has no Email; one without a rate sends no ask', async ({ product }) => {
    await board.shows(loads.plain, 'Email')
    expect(await board.controls(loads.noEmail)).toEqual(['$1,455', 'Call', 'Save'])

    expect((await board.controls(loads.noRate)).slice(0, 2)).toEqual(['No rate', 'Email'])
    await emailAbout(board, loads.noRate)
    await board.shows(loads.noRate, 'Sent')
    const [message] = await emailsOf(product, 'bids@lanternway.example')
    expect(message?.text).toContain('Can we book it?')
    expect(message?.text).not.toContain('$')
  })

  async function emailsOf(product: Product, to: string) {
    return (await product.emailsTo(to)).filter(({ headers }) => headers['reply-to']?.includes(sender))
  }
})

test('the controls do not move or resize the rows of a board', async ({ page, withExtension }) => {
  const boxes = () =>
    [...document.querySelectorAll('.row, .cell')].map((element) => JSON.stringify(element.getBoundingClientRect()))
  await page.goto('/demo-board/dat-one?still')
  const without = await page.evaluate(boxes)

  const board = await openBoard(withExtension)
  await board.shows(loads.plain, 'Sign in')

  expect(await board.page.evaluate(boxes)).toEqual(without)
})
