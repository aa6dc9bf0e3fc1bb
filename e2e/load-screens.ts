import type { Page } from '@playwright/test'
import { call } from './people.ts'

const load = {
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  board: 'dat-one',
  equipment: 'V',
  tripMiles: 926,
  deadheadMiles: 45,
  rate: { cents: 231_500, basis: 'flat' },
  company: 'Quillon Logistics',
  phone: '(555) 010-0188',
  contactEmail: 'loads@quillon.example',
}

/** Saves a load, the same one each time, and returns its id. */
const saveLoad = async (page: Page): Promise<string> => (await call(page, 'POST', '/loads', { load })).body.id

/** Opens the user's load, once its map is drawn. */
export async function openLoad(page: Page): Promise<void> {
  await page.goto(`/loadinfo/${await saveLoad(page)}`)
  await page.locator('[aria-roledescription=map] canvas').first().waitFor()
}

/** Opens the link of the user's load as a guest. */
export async function openLoadLink(page: Page): Promise<void> {
  const { body } = await call(page, 'POST', `/loads/${await saveLoad(page)}/link`)
  await signOut(page)
  await page.goto(`/loadinfo/${body.key}`)
  await page.locator('[aria-roledescription=map] canvas').first().waitFor()
}

export async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('loadping.session'))
  await page.reload()
}
