import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unpackChrome } from '../server/src/testing/unpack-extension.ts'
import { boardOn, confirmTemplates, emailAbout, loads, openBoard, untilConnected } from './board.ts'
import { signUp } from './people.ts'
import { expect, launchWithExtension, test } from './product.ts'

const folder = join(import.meta.dirname, 'released-extensions')

for (const version of readdirSync(folder))
  test(`[D11.8] the extension of ${version} beside this server pairs, sends, undoes, saves and practices`, async ({
    product,
    launchOptions,
  }, info) => {
    const extension = await unpackChrome(info.outputPath('extension'), product.address, join(folder, version))
    const context = await launchWithExtension(extension, product, launchOptions)
    try {
      const dashboard = await context.newPage()
      const email = await signUp(dashboard, product)
      await expect(dashboard.locator('#loadping-extension')).toHaveAttribute('data-version', version)
      await untilConnected(context, email)
      await confirmTemplates(context)

      const board = await openBoard(context)
      await emailAbout(board, loads.plain)
      await board.shows(loads.plain, 'Sent')
      await emailAbout(board, loads.perMile)
      await board.click(loads.perMile, 'Undo')
      await board.shows(loads.perMile, 'Email')
      await board.click(loads.noRate, 'Save')
      await board.shows(loads.noRate, 'Saved')
      expect(
        (await product.emailsTo('loads@quillon.example')).some(({ headers }) => headers['reply-to']?.includes(email)),
      ).toBe(true)

      await dashboard.goto('/practice-board')
      const row = '[row-id="practice-1"]'
      const practice = await boardOn(dashboard, () => row)
      await emailAbout(practice, '')
      await practice.shows('', 'Sent')

      await dashboard.goto(new URL('/popup.html', context.serviceWorkers()[0]?.url()).href)
      await expect(dashboard.getByText(email)).toBeVisible()
      await expect(dashboard.getByText('49/50 emails left')).toBeVisible()
    } finally {
      await context.close()
    }
  })
