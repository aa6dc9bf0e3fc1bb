import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBoard, untilConnected } from './board.ts'
import { signUp } from './people.ts'
import { expect, test } from './product.ts'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'extension/package.json'), 'utf8'))
const message = 'This version shows wrong prices. Install the next one.'
const id = 'DL4821301'

test('[D11.8] a version that is taken back says why and sends nothing, until it is allowed again', async ({
  withExtension,
  product,
}) => {
  const admin = (...args: string[]) =>
    execFileSync(process.execPath, ['scripts/admin.ts', 'extension', ...args], {
      cwd: root,
      env: { ...process.env, DATA_DIR: product.data },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const page = await withExtension.newPage()
  const email = await signUp(page, product)
  await untilConnected(withExtension, email)
  const board = await openBoard(withExtension)
  await board.shows(id, 'Email')

  admin('off', version, message)
  await board.shows(id, 'Update')
  expect(await board.controls(id)).not.toContain('Email')
  const popup = new URL('/popup.html', withExtension.serviceWorkers()[0]?.url()).href
  await page.goto(popup)
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeVisible()

  admin('on', version)
  await board.shows(id, 'Email')
  await page.goto(popup)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(message)).toBeHidden()
})
