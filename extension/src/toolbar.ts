import { allowanceTone } from '@loadping/contract/rules/plans'
import { icons } from './manifest.ts'
import type { Account } from './messages.ts'

const [warning, danger] = ['#BC6D00', '#C3272C']

/** The toolbar icon: green signed in, grey signed out, with the e-mails left at 20 or fewer. */
export async function showInToolbar(account: Account | null): Promise<void> {
  const left = account?.emails ?? Number.POSITIVE_INFINITY
  await Promise.all([
    chrome.action.setIcon({ path: icons(account ? 'on' : 'off') }),
    chrome.action.setBadgeText({ text: allowanceTone(left) !== 'accent' ? String(left) : '' }),
    chrome.action.setBadgeBackgroundColor({ color: left === 0 ? danger : warning }),
    chrome.action.setBadgeTextColor({ color: '#FFFFFF' }),
  ])
}
