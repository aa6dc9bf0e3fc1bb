import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { brand } from '../contract/src/brand.ts'
import { lightColor } from '../contract/src/palette.ts'
import { disclosure } from '../extension/src/access/disclosure.ts'
import { boardOn, untilConnected } from './board.ts'
import { expectDashboard } from './people.ts'
import { expect, test } from './product.ts'

/** `npm run store-pictures` keeps the pictures. */
const isWriting = process.env['STORE_PICTURES'] === 'write'
const root = join(import.meta.dirname, '..')
const screen = { width: 1280, height: 800 }

/** What each store asks for, beside five pictures of the product. */
const promotions = {
  'promotion-small': { stores: ['chrome', 'edge'], width: 440, height: 280 },
  'promotion-large': { stores: ['chrome', 'edge'], width: 1400, height: 560 },
  logo: { stores: ['edge'], width: 300, height: 300 },
} as const

test('[D12.15] the running product gives each store its pictures in the size it asks for', async ({
  page,
  withExtension,
}, info) => {
  const folder = isWriting ? join(root, 'release/store-pictures') : info.outputPath('pictures')
  rmSync(folder, { recursive: true, force: true })
  const keep = (stores: readonly string[], name: string, picture: Buffer, size: { width: number; height: number }) => {
    expect(formOf(picture), name).toEqual({ ...size, isOpaque: true })
    for (const store of stores) {
      mkdirSync(join(folder, store), { recursive: true })
      writeFileSync(join(folder, store, `${name}.png`), picture)
    }
  }
  const manager = await withExtension.newPage()
  await manager.goto('/dev/sign-in/carrier-manager')
  await manager.getByRole('button', { name: 'Continue as' }).click()
  await expectDashboard(manager)
  await untilConnected(withExtension, 'grace@cottonwood.example')
  await manager.getByText('Extension connected').waitFor()

  const shots = [
    { name: '1-board', shot: await openBoard(withExtension) },
    { name: '2-template', shot: await openTemplate(manager) },
    { name: '3-loads', shot: await openScreen(manager, '/load', 'My loads') },
    { name: '4-analytics', shot: await openScreen(manager, '/analytics?period=14-days', 'Analytics') },
    { name: '5-notice', shot: await openNotice(withExtension) },
  ]
  for (const { name, shot } of shots) keep(['chrome', 'edge', 'firefox'], name, shot, screen)

  for (const [name, { stores, width, height }] of Object.entries(promotions)) {
    await page.setViewportSize({ width, height })
    await page.setContent(name === 'logo' ? logoPage(width) : promotionPage(width, shots[0]?.shot))
    await page.evaluate(() => document.fonts.ready)
    keep(stores, name, await page.screenshot(), { width, height })
  }
})

/** Reads the beginning of a PNG: its size, and whether it has colors without transparency, as Chrome asks. */
const formOf = (png: Buffer) => ({
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
  isOpaque: png[25] === 2,
})

/** The practice board with the card of a row that is not the first, so that the buttons of both show. */
async function openBoard(context: BrowserContext): Promise<Buffer> {
  const page = await context.newPage()
  await page.setViewportSize(screen)
  await page.goto('/practice-board')
  const board = await boardOn(page, (id) => `[row-id="${id}"]`)
  await board.shows('practice-2', 'Email')
  const { x, y } = await board.centerOf('practice-2', 'Email')
  await page.mouse.move(x, y)
  await board.shows('practice-2', 'Edit')
  return shoot(page)
}

async function openTemplate(page: Page): Promise<Buffer> {
  await page.setViewportSize(screen)
  await page.goto('/emailTemplate')
  await page.getByRole('link', { name: 'Default', exact: true }).click()
  await page.getByRole('region', { name: 'Live preview' }).waitFor()
  return shoot(page)
}

async function openScreen(page: Page, path: string, heading: string): Promise<Buffer> {
  await page.setViewportSize(screen)
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.waitForLoadState('networkidle')
  return shoot(page)
}

async function openNotice(context: BrowserContext): Promise<Buffer> {
  const page = await context.newPage()
  await page.setViewportSize(screen)
  await page.goto(new URL('/notice.html?board=dat-one', context.serviceWorkers()[0]?.url()).href)
  await page.getByRole('button', { name: 'Agree and turn on' }).waitFor()
  return shoot(page)
}

async function shoot(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(400) // until what moves in stands
  return page.screenshot()
}

const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
const logo = dataUrl('image/svg+xml', readFileSync(join(root, 'extension/icons/logo.svg')))
const geist = dataUrl(
  'font/woff2',
  readFileSync(join(root, 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')),
)

const logoPage = (width: number): string =>
  `<body style="margin:0"><img src="${logo}" width="${width}" height="${width}" style="display:block" alt=""></body>`

/** The name, what it does, and, where there is room, the board beside it. */
function promotionPage(width: number, board?: Buffer): string {
  const isLarge = width > 1_000
  const picture = isLarge && board ? `<div><img src="${dataUrl('image/png', board)}" alt=""></div>` : ''
  return `<style>
    @font-face { font-family: Geist; src: url(${geist}); font-weight: 100 900 }
    body { margin: 0; overflow: hidden; font-family: Geist; color: ${lightColor('text-primary')}; background: ${lightColor('bg-canvas')} }
    main { box-sizing: border-box; width: ${isLarge ? '540px' : '100%'}; height: 100vh; padding: ${isLarge ? 64 : 28}px; display: flex; flex-direction: column; justify-content: center; gap: ${isLarge ? 24 : 14}px }
    h1 { display: flex; align-items: center; gap: .35em; margin: 0; font-size: ${isLarge ? 56 : 34}px; letter-spacing: -.02em }
    div { position: absolute; left: 560px; top: 48px; width: 840px; height: 512px; overflow: hidden; border-radius: 12px 0 0; box-shadow: 0 8px 32px #0003 }
    div img { width: 1050px; margin: -144px 0 0 -195px }
    h1 img { height: 1.1em } p { margin: 0; font-size: ${isLarge ? 28 : 19}px; line-height: 1.4 }
  </style><main><h1><img src="${logo}" alt="">${brand.name}</h1><p>${disclosure.summary}</p></main>${picture}`
}
