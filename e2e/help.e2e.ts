import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parseSpans, textsOf } from '../dashboard/src/help/help-text.ts'
import { helpTexts } from '../dashboard/src/help/texts.ts'
import { type BoardPage, untilConnected } from './board.ts'
import { type Look, type Shot, type Stage, scenes } from './help-scenes.ts'
import { expectDashboard, signUpToOnboarding } from './people.ts'
import { expect, test } from './product.ts'

const folder = join(import.meta.dirname, '../dashboard/src/help/pictures')
/** `npm run help-pictures` makes the pictures, too. */
const isWriting = process.env['HELP_PICTURES'] === 'write'
const parts = Object.values(helpTexts).flatMap((page) => page.parts)

test('[W13] the running product shows all that the help names', async ({ page, browser, withExtension, product }) => {
  const manager = await browser.newPage({ baseURL: product.address })
  const newcomer = await browser.newPage({ baseURL: product.address })
  const stage: Stage = { carrier: page, manager, newcomer, extension: withExtension }
  await signInAs(page, 'carrier-trial')
  await signInAs(manager, 'carrier-manager')
  await signInAs(await withExtension.newPage(), 'carrier-trial')
  await untilConnected(withExtension, 'maria@redbud.example')
  await goToPinStep(newcomer, () => signUpToOnboarding(newcomer, product))

  for (const [name, show] of Object.entries(scenes)) {
    const unseen = new Set(wordsOf(name))
    await test.step(name, async () => {
      const shot = await show(stage, lookFor(unseen))
      expect.soft([...unseen], `words of the scene ${name} that the product does not show`).toEqual([])
      if (isWriting) await takePictures(name, shot)
      await shot.page.setViewportSize({ width: 1440, height: 900 })
    })
  }
})

const wordsOf = (name: string): string[] =>
  parts
    .filter(({ scene }) => scene === name)
    .flatMap(textsOf)
    .flatMap(parseSpans)
    .flatMap((span) => (span.kind === 'words' ? span.text : []))

/** Returns what takes words away that a page shows, as a text, as the name of a control or in an empty field. */
const lookFor =
  (unseen: Set<string>): Look =>
  async (where) => {
    for (const words of [...unseen]) if (await isShown(where, words)) unseen.delete(words)
  }

async function isShown(where: Page | BoardPage, words: string): Promise<boolean> {
  if ('controls' in where) {
    const texts = await where.controls('practice-1')
    return texts.some((text) => text.replace(/ \d$/, '') === words)
  }
  const found = where
    .getByText(words)
    .or(where.getByLabel(words))
    .or(where.getByPlaceholder(words))
    .or(where.getByRole('button', { name: words }))
  return (await found.filter({ visible: true }).count()) > 0
}

async function signInAs(page: Page, account: string): Promise<void> {
  await page.goto(`/dev/sign-in/${account}`)
  await page.getByRole('button', { name: 'Continue as' }).click()
  await expectDashboard(page)
}

async function goToPinStep(page: Page, signUp: () => Promise<string>): Promise<void> {
  await signUp()
  for (const name of ['Next', 'Next', 'Continue']) await page.getByRole('button', { name, exact: true }).click()
}

/** Writes a scene as small pictures in both themes, named by their size. */
async function takePictures(name: string, { page, parts: shown, width }: Shot): Promise<void> {
  await shown[0]?.scrollIntoViewIfNeeded()
  await page.evaluate(() => document.fonts.ready)
  const debug = await page.context().newCDPSession(page)
  for (const theme of ['light', 'dark'] as const) {
    const ofTheme = join(folder, theme)
    mkdirSync(ofTheme, { recursive: true })
    const old = readdirSync(ofTheme).filter((file) => new RegExp(`^${name}-\\d`).test(file))
    for (const file of old) rmSync(join(ofTheme, file))
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForTimeout(400) // until the colors have changed
    const clip = await clipOf(shown, width)
    const { data } = await debug.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 30,
      clip: { ...clip, scale: Math.min(1.25, 800 / clip.width) },
    })
    writeFileSync(join(ofTheme, `${name}-${clip.width}x${clip.height}.webp`), data, 'base64')
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await debug.detach()
}

const margin = 12

async function clipOf(shown: Shot['parts'], width?: number) {
  const boxes = await Promise.all(shown.map((part) => part.boundingBox()))
  const all = boxes.flatMap((box) => box ?? [])
  const y = Math.max(0, Math.floor(Math.min(...all.map((box) => box.y)) - margin))
  const right = Math.max(...all.map((box) => box.x + box.width)) + margin
  const left = width === undefined ? Math.min(...all.map((box) => box.x)) - margin : right - width
  const x = Math.max(0, Math.floor(left))
  const bottom = Math.max(...all.map((box) => box.y + box.height)) + margin
  return { x, y, width: Math.ceil(right - x), height: Math.ceil(bottom - y) }
}
