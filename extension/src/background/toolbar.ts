import { allowanceLevel } from '@loadping/contract/billing/plans'
import { lightColor } from '@loadping/contract/palette'
import { icons } from '../manifest.ts'
import type { Account } from '../session/account.ts'

const warning = lightColor('warning-solid')
const danger = lightColor('danger-solid')

/**
 * Shows the account in the toolbar: green or gray icon, with the emails that need attention, else the emails left if
 * few.
 */
export async function showInToolbar(account: Account | null): Promise<void> {
  const { text, color } = badgeOf(account)
  await Promise.all([
    chrome.action.setIcon({ path: icons(account ? 'on' : 'off') }),
    chrome.action.setBadgeText({ text }),
    chrome.action.setBadgeBackgroundColor({ color }),
    chrome.action.setBadgeTextColor({ color: lightColor('danger-on') }),
  ])
}

function badgeOf(account: Account | null): { text: string; color: string } {
  if (account && account.needAttention > 0) return { text: String(account.needAttention), color: danger }
  const left = account?.emails ?? Number.POSITIVE_INFINITY
  return { text: allowanceLevel(left) !== 'accent' ? String(left) : '', color: left === 0 ? danger : warning }
}
