import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { SavedLoad } from '../contract/src/loads/saved-loads.ts'
import { answer, isOpen, loads, openBoard } from './board.ts'
import { call } from './people.ts'
import { test as base, expect, launchWithExtension } from './product.ts'
import { openSignedInBoard } from './signed-in-board.ts'

/** What a round of keys does on its row. */
const rounds = ['e', 's', 'c', 'm', 'e', 'undo', 's', 'c', 'm', 'e', 'undo', 'c'] as const

/** A browser with the extension, and with a telephone that writes down what it dials. */
const test = base.extend<{ telephone: { context: BrowserContext; dialed: () => string[] } }>({
  async telephone({ product, launchOptions }, use) {
    const telephone = installTelephone(product.address)
    const options = { ...launchOptions, env: telephone.env }
    const context = await launchWithExtension(product.extension, product, options, telephone.profile)
    await use({ context, dialed: telephone.dialed })
    await context.close()
    telephone.remove()
  },
})

test('[D11.3] keys work the rows of a board, and none of them loses the focus, nor does a redrawn row', async ({
  product,
  telephone: { context, dialed },
}) => {
  const { dashboard, board: still, sentEmails } = await openSignedInBoard(context, product)
  await still.page.close()
  const { page, controls, shows: waitFor } = await openBoard(context, '/demo-board/dat-one?still&rows=400')
  await waitFor(loads.plain, 'Email')
  await page.waitForTimeout(1_500) // a key right after the page got the focus is no shortcut
  await page.mouse.move(20, 60)

  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[id^=table-row-]')?.id.replace('table-row-', ''))
  const press = async (key: string, ms = 150) => {
    await page.keyboard.press(key)
    await page.waitForTimeout(ms)
  }
  const shows = (row: string, text: RegExp) => expect.poll(async () => (await controls(row)).join()).toMatch(text)
  let keys = 0

  /** Opens the card of a row that offers what a round does. */
  async function moveTo(part: string): Promise<string> {
    for (let moves = 0; moves < 30; moves += 1) {
      await press('j')
      keys += 1
      await expect.poll(focused, `the row after ${keys} keys`).toBeTruthy() // at once, or once the board has drawn it anew
      const row = (await focused()) ?? ''
      if ((await controls(row)).includes(part)) return row
    }
    throw new Error(`No row offers ${part}`)
  }

  /** Waits until the row has not changed for longer than a price must be shown before a key counts. */
  async function untilSteady(row: string): Promise<void> {
    for (let shown = ''; ; ) {
      const now = (await controls(row)).join()
      if (now === shown) return
      shown = now
      await page.waitForTimeout(800)
    }
  }

  async function work(round: (typeof rounds)[number], row: string): Promise<void> {
    if (round === 'e' || round === 'undo') await pressUntil('e', row, /Undo \d/)
    if (round === 's') await pressUntil('s', row, /Saved/)
    if (round === 'c') await decline(row)
    if (round === 'm') {
      await press('m')
      await chooseInMenu('Escape')
    }
    if (round !== 'undo') return
    await page.waitForTimeout(700)
    await press('e')
    await shows(row, /Email,.*Saved/)
  }

  /** Presses a key until the row shows what it did: while the board changes the row, it asks first or does nothing. */
  async function pressUntil(key: string, row: string, done: RegExp): Promise<void> {
    for (let tries = 0; tries < 3; tries += 1) {
      await press(key)
      const isDone = expect.poll(async () => (await controls(row)).join(), { timeout: 5_000 }).toMatch(done)
      if (
        await isDone.then(
          () => true,
          () => false,
        )
      )
        return
      const question = context.pages().find((each) => each.url().endsWith('/confirm.html'))
      if (!question) await untilSteady(row)
      else {
        await answer(question, 'Send')
        await page.bringToFront()
        return shows(row, done)
      }
    }
    await shows(row, done)
  }

  /** Sets the outcome of a call. If the board changes the row meanwhile, that does nothing and is done again. */
  async function decline(row: string): Promise<void> {
    await pressUntil('c', row, /Called/)
    const isDeclined = async () => (await savedLoads()).some((load) => load.facts.boardLoadId === row && load.outcome)
    for (let tries = 0; tries < 3 && !(await isDeclined()); tries += 1) {
      await untilSteady(row)
      await press('m')
      await chooseInMenu('d')
      await page.waitForTimeout(1_000)
    }
  }

  async function chooseInMenu(key: string): Promise<void> {
    await expect.poll(() => isOpen(page, 'panel'), { intervals: [100] }).toBe(true)
    await page.waitForTimeout(800)
    await press(key, 300)
    await expect.poll(() => isOpen(page, 'panel'), { intervals: [100] }).toBe(false)
  }

  const savedLoads = async (): Promise<SavedLoad[]> => (await call(dashboard, 'GET', '/loads')).body.loads

  for (const round of rounds) {
    const row = await moveTo({ e: 'Email', undo: 'Email', s: 'Save', c: 'Call', m: 'Email' }[round])
    await expect.poll(() => isOpen(page, 'card'), { intervals: [100] }).toBe(true)
    await untilSteady(row)
    await work(round, row)
    await expect.poll(focused, `the row after ${round} and ${keys} moves`).toBe(row)
  }

  const redrawn = await moveTo('Email')
  await page.evaluate(redrawWithAnotherRate, redrawn)
  await expect.poll(focused).toBe(redrawn)
  await untilSteady(redrawn)
  await press('m')
  await chooseInMenu('Escape')
  await expect.poll(focused).toBe(redrawn)

  const count = (...parts: string[]) => rounds.filter((round) => parts.includes(round)).length
  await expect.poll(async () => (await sentEmails()).length, { timeout: 30_000 }).toBe(count('e'))
  expect(dialed()).toHaveLength(count('c'))
  const saved = await savedLoads()
  expect(saved).toHaveLength(count('e', 'undo', 's', 'c'))
  expect(saved.filter(({ status }) => status === 'saved')).toHaveLength(count('undo', 's'))
  expect(saved.filter(({ outcome }) => outcome?.kind === 'declined')).toHaveLength(count('c'))
})

/** Replaces a row by one with another rate, as a board does that draws a changed load anew. Runs in the page. */
function redrawWithAnotherRate(loadId: string): void {
  const row = document.getElementById(`table-row-${loadId}`)
  const redrawn = row?.cloneNode(true)
  const rate = redrawn instanceof Element && redrawn.querySelector('[data-test="load-rate-cell"]')
  if (!row || !rate) throw new Error(`No row of ${loadId}`)
  rate.textContent = '$3,975'
  row.replaceWith(redrawn)
}

/**
 * Installs a telephone that records what it dials, and a browser profile that may start it. Any other browser asks
 * first, and takes no keys in the page meanwhile.
 */
function installTelephone(origin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'telephone-'))
  const profile = join(folder, 'profile')
  const calls = join(folder, 'calls')
  mkdirSync(join(profile, 'Default'), { recursive: true })
  const allowed = { protocol_handler: { allowed_origin_protocol_pairs: { [origin]: { tel: true } } } }
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(allowed))
  const opener = join(folder, 'xdg-open')
  writeFileSync(opener, `#!/bin/sh\necho "$1" >> '${calls}'\n`)
  chmodSync(opener, 0o755)
  return {
    profile,
    env: { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter) },
    dialed: (): string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
