import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { browserPath } from '../e2e/browser-path.ts'
import { openStandIns } from '../e2e/stand-ins.ts'
import { keepDialogClosed } from '../e2e/without-extension.ts'
import type { SpawnedProduct } from '../server/src/testing/spawned-product.ts'

/** Starts this machine's browser, let in to the product's stand-ins. */
export async function launchBrowser(product: SpawnedProduct, args: string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: browserPath(process.env, existsSync), args })
  return keepDialogClosed(browser, (context) => openStandIns(context, product))
}
