import type { Page } from '@playwright/test'
import { askContentScript, loads } from './board.ts'

export type Point = { x: number; y: number }
/** Prepares a page so that the next click hits the Email button at a point, which the user does not see. */
export type Trick = (page: Page, button: Point) => Promise<unknown>

export const row = `#table-row-${loads.plain}`
const covers = 'z-index: 9; background: #fff; pointer-events: none;'
const fullPage = `position: fixed; inset: 0; ${covers}`

/** Runs in the page: adds an element that covers the button. */
function addLayer(css: string): void {
  const layer = document.createElement('div')
  layer.className = 'layer'
  layer.style.cssText = css
  document.body.append(layer)
}

async function hover(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y)
  await page.waitForTimeout(450)
}

const style =
  (css: string): Trick =>
  async (page, button) => {
    await page.addStyleTag({ content: css })
    await hover(page, button)
  }

const cover =
  (css: string): Trick =>
  async (page, button) => {
    await page.evaluate(addLayer, css)
    await hover(page, button)
  }

/** Runs in the page: puts the rows into a form that names a field outside the body as its parent. */
function leadAroundBody(): void {
  const list = document.querySelector('#loads')
  const form = document.createElement('form')
  form.id = 'around'
  list?.replaceWith(form)
  if (list) form.append(list)
  for (const name of ['assignedSlot', 'parentNode', 'contains', 'getBoundingClientRect', 'matches', 'childNodes']) {
    const field = document.createElement('input')
    Object.assign(field, { name, type: 'hidden', className: 'layer' })
    field.setAttribute('form', 'around')
    document.documentElement.append(field)
  }
}

/** Runs in the page: puts the rows where a closed shadow root draws them, in an element that a property masks. */
function drawInClosedRoot(): void {
  const list = document.querySelector('#loads')
  const place = document.createElement('div')
  list?.replaceWith(place)
  if (list) place.append(list)
  const mask = document.createElement('div')
  mask.style.maskImage = 'var(--mask, none)'
  mask.append(document.createElement('slot'))
  place.attachShadow({ mode: 'closed' }).append(mask)
}

/** What hides the button for the whole time. */
export const hidden: Record<string, Trick> = {
  'a layer that lets clicks through': cover(fullPage),
  'a layer outside the body': async (page, button) => {
    await page.evaluate(addLayer, fullPage)
    await page.evaluate(() => document.documentElement.append(...document.querySelectorAll('.layer')))
    await hover(page, button)
  },
  'a layer over the label': async (page, { x, y }) =>
    cover(`position: fixed; left: ${x - 26}px; top: ${y - 8}px; width: 20px; height: 16px; ${covers}`)(page, { x, y }),
  'a layer of a pseudo-element': style(`body::after { content: ''; ${fullPage} }`),
  'a layer in the row': style(`${row}::after { content: ''; position: absolute; inset: 0; ${covers} }`),
  'a shadow': cover('position: fixed; z-index: 9; box-shadow: 0 0 0 3000px #fff; pointer-events: none;'),
  'a frame of another origin': async (page, button) => {
    await page.evaluate((css) => {
      const frame = document.createElement('iframe')
      frame.src = 'data:text/html,Play'
      frame.className = 'layer'
      frame.style.cssText = `${css}; width: 100%; height: 100%;`
      document.body.append(frame)
    }, fullPage)
    await hover(page, button)
  },
  'a faint row': style(`${row} { opacity: .01 }`),
  'a faint list': style('#loads { opacity: .1 }'),
  'a transparent filter': style(`${row} { filter: opacity(0) }`),
  'a black filter': style(`${row} { filter: brightness(0) }`),
  'a transparent mask': style(`${row} { mask-image: linear-gradient(transparent, transparent) }`),
  'a mask of the page that a form leads around': async (page, button) => {
    await page.evaluate(leadAroundBody)
    await style('body { mask-image: linear-gradient(transparent, transparent) }')(page, button)
  },
  'a mask in a closed shadow root': async (page, button) => {
    await page.evaluate(drawInClosedRoot)
    await style('html { --mask: linear-gradient(transparent, transparent) }')(page, button)
  },
  'a mask of the page': style('body { mask-image: linear-gradient(transparent, transparent) }'),
  'a clip around the pointer': style(`${row} { clip-path: inset(16px 40px 16px 0) }`),
  'a hidden row': style(`${row} { visibility: hidden }`),
  'a tiny row': (page, { x, y }) =>
    style(`${row} { transform: scale(.06); transform-origin: ${x}px 50% }`)(page, { x, y }),
  'a blended row': style(`${row} { mix-blend-mode: screen }`),
  'a turned row': style(`${row} { transform: perspective(900px) rotateX(60deg) }`),
  'a layer that darkens what is behind it': cover(
    'position: fixed; inset: 0; z-index: 9; backdrop-filter: brightness(0); pointer-events: none;',
  ),
  'the outline of a layer': cover(
    'position: fixed; left: 50%; top: 50%; width: 1px; height: 1px; z-index: 9; outline: 2000px solid #fff; pointer-events: none;',
  ),
  'a popover over the page': async (page, button) => {
    await page.evaluate(addLayer, `${fullPage} width: 100%; height: 100%;`)
    await page.evaluate(() => {
      for (const layer of document.querySelectorAll<HTMLElement>('.layer')) {
        layer.popover = 'manual'
        layer.showPopover()
      }
    })
    await hover(page, button)
  },
  'a dimmed row under a layer': async (page, button) => {
    await page.evaluate(addLayer, fullPage)
    await style(`${row} { opacity: .9 }`)(page, button)
  },
}

/** Runs in the page: puts a dialog that clicks pass over the page, or an element on the full screen. */
async function addOnTop(kind: 'dialog' | 'full screen'): Promise<void> {
  const layer = document.createElement(kind === 'dialog' ? 'dialog' : 'div')
  layer.className = 'layer'
  layer.style.cssText = 'width: 100vw; height: 100vh; max-width: none; max-height: none; pointer-events: none'
  document.body.append(layer)
  if (layer instanceof HTMLDialogElement) layer.showModal()
  else await layer.requestFullscreen().catch(() => undefined)
}

/** What may keep the click away from the button as well, so that nothing is asked either. */
export const onTop: Record<string, Trick> = {
  'a dialog over the page': async (page, button) => {
    await page.evaluate(addOnTop, 'dialog' as const)
    await hover(page, button)
  },
  'an element on the full screen': async (page, button) => {
    await page.evaluate(addOnTop, 'full screen' as const)
    await hover(page, button)
  },
  'a page that is zoomed out': style('html { zoom: .15 }'),
  'a mirrored row': (page, { x, y }) =>
    style(`${row} { transform: scaleX(-1); transform-origin: ${x}px 50% }`)(page, { x, y }),
}

/** What hides the button until just before the click, or moves it there. */
export const timed: Record<string, Trick> = {
  'a layer that goes 30 ms before the click': async (page, button) => {
    await cover(fullPage)(page, button)
    await page.evaluate(() => document.querySelector('.layer')?.remove())
    await page.waitForTimeout(30)
  },
  'a layer that goes at the click': async (page, button) => {
    await page.evaluate(() =>
      window.addEventListener('pointerdown', () => document.querySelector('.layer')?.remove(), { capture: true }),
    )
    await cover(fullPage)(page, button)
  },
  'a mask that goes at the click': async (page, button) => {
    await page.evaluate(() =>
      window.addEventListener('pointerdown', () => document.body.style.setProperty('mask-image', 'none'), true),
    )
    await style('body { mask-image: linear-gradient(transparent, transparent) }')(page, button)
  },
  'a dimmed row whose layer goes as the pointer arrives': async (page, button) => {
    await page.addStyleTag({ content: `${row} { opacity: .9 }` })
    await page.evaluate(addLayer, fullPage)
    await page.evaluate(() =>
      window.addEventListener('pointerover', () => document.querySelector('.layer')?.remove(), { capture: true }),
    )
    await page.mouse.move(button.x, button.y)
    await page.waitForTimeout(100)
  },
  'a layer that goes for one frame in six': async (page, button) => {
    await page.evaluate(() => {
      let frame = 0
      const blink = () => {
        const layer = document.querySelector<HTMLElement>('.layer')
        if (layer) layer.style.display = frame++ % 6 ? 'block' : 'none'
        requestAnimationFrame(blink)
      }
      blink()
      window.addEventListener('pointerdown', () => document.querySelector('.layer')?.remove(), { capture: true })
    })
    await cover(fullPage)(page, button)
  },
  'a window that the first press of a double click closes': async (page, { x, y }) => {
    await page.mouse.move(x, y)
    await askContentScript(page, 'document.hasFocus = () => false')
    await page.waitForTimeout(600)
    await askContentScript(page, 'delete document.hasFocus')
    await page.waitForTimeout(150)
  },
  'an invisible row that moves under the pointer': (page, button) => moveRow(page, button, '0.01'),
  'a row that moves under the pointer': (page, button) => moveRow(page, button, '1'),
  'controls that the page holds outside their row': async (page, { x, y }) => {
    const target = { x: x - 500, y: y - 80 }
    await page.mouse.move(target.x, target.y)
    await page.evaluate(
      ({ row, left, top }) => {
        const host = document.querySelector(row)?.lastElementChild
        const frame = document.createElement('div')
        frame.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; width: 300px; height: 24px`
        document.body.append(frame)
        const hold = () => host && host.parentElement !== frame && frame.append(host)
        hold()
        new MutationObserver(hold).observe(document.body, { childList: true, subtree: true })
      },
      { row, left: target.x - 230, top: target.y - 12 },
    )
    await page.waitForTimeout(450)
  },
}

/** Moves the row, fixed elsewhere until then, so that its button is at the pointer 30 ms before the click. */
async function moveRow(page: Page, { x, y }: Point, opacity: string): Promise<void> {
  await page.mouse.move(x, y + 300)
  const place = (top: string) =>
    page.evaluate(({ row, css }) => document.querySelector(row)?.setAttribute('style', css), {
      row,
      css: `position: relative; z-index: 9; background: #fff; opacity: ${opacity}; top: ${top}`,
    })
  await place('100px')
  await page.waitForTimeout(450)
  await place('300px')
  await page.waitForTimeout(30)
}

/** Runs in the page: puts invisible copies of a row over it, of which each click removes the top one. */
export function stackClones({ row, count }: { row: string; count: number }): void {
  const original = document.querySelector<HTMLElement>(row)
  const { top = 0, width = 0 } = original?.getBoundingClientRect() ?? {}
  for (let index = 0; index < count; index += 1) {
    const clone = original?.cloneNode(true)
    if (!(clone instanceof HTMLElement)) continue
    clone.id = `table-row-CLONE${index}`
    clone.style.cssText = `position: fixed; left: 0; top: ${top}px; width: ${width - 48}px; z-index: 9; opacity: .01`
    clone.addEventListener('pointerup', () => setTimeout(() => clone.remove(), 60))
    document.querySelector('#loads')?.append(clone)
  }
}
