import type { BillingInterval } from '@loadping/contract/billing/billing'
import { brand } from '@loadping/contract/brand'
import { pages } from '@loadping/contract/pages'

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

/** A section of Settings, as its address names it. */
export type SettingsSection =
  | 'profile'
  | 'look'
  | 'snippets'
  | 'business'
  | 'trucks'
  | 'costs'
  | 'boards'
  | 'mailboxes'
  | 'sending'
  | 'notifications'
  | 'devices'
  | 'privacy'
  | 'export'
  | 'delete'

/** Every URL of the product by name. */
export const paths = {
  ...pages,
  signInFor: (redirect?: string) => withQuery(pages.signIn, { redirect }),
  verifyingFor: (email: string, redirect?: string) => withQuery(pages.verifying, { email, redirect }),
  upgradeTo: (interval: BillingInterval) =>
    withQuery(pages.upgrade, { interval: interval === 'year' ? interval : undefined }),
  template: (id: string) => pages.editTemplate.replace(':id', id),
  teamOf: (search: string) => withQuery(pages.team, { search }),
  invite: withQuery(pages.team, { invite: 'open' }),
  pasteLoad: withQuery(pages.loads, { paste: '' }),
  pasteTrucks: withQuery(pages.trucks, { paste: '' }),
  load: (id: string) => pages.load.replace(':id', id),
  settingsAt: (section: SettingsSection) => `${pages.settings}/${section}`,
  supportEmail: (subject: string) => `mailto:${brand.supportAddress}?subject=${encodeURIComponent(subject)}`,
}
