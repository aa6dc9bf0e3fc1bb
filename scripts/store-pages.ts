import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brand } from '../contract/src/brand.ts'
import type { ExtensionBrowser } from '../contract/src/extension/extension.api.ts'
import {
  disclosure,
  fieldWords,
  firefoxData,
  listing,
  permissionReasons,
  privacyAnswers,
  sentData,
} from '../extension/src/access/disclosure.ts'
import type { BoardDefinition } from '../extension/src/boards/board.ts'
import { boards } from '../extension/src/boards/boards.ts'
import { definitions } from '../extension/src/boards/readers.ts'

// node scripts/store-pages.ts: writes what is typed into the forms of the three stores, and the letters to the boards, into
// docs/stores. All of it comes from the extension's disclosure.
const made = 'Made by `node scripts/store-pages.ts`: change `extension/src/access/disclosure.ts` and run it again.'

const stores: Record<ExtensionBrowser, { name: string; at: string }> = {
  chrome: { name: 'Chrome Web Store', at: 'https://chrome.google.com/webstore/devconsole' },
  edge: { name: 'Microsoft Edge Add-ons', at: 'https://partner.microsoft.com/dashboard/microsoftedge' },
  firefox: { name: 'Firefox Add-ons', at: 'https://addons.mozilla.org/developers/' },
}

type Part = { title: string; text: string | readonly string[] }

/** Returns each page by its path. */
export function storePages(): Map<string, string> {
  return new Map([
    ...Object.keys(stores).map((id) => [`docs/stores/${id}.md`, storePage(id as ExtensionBrowser)] as const), // its keys
    ...definitions.map((board) => [`docs/stores/letter-${board.id}.md`, letter(board)] as const),
  ])
}

function storePage(id: ExtensionBrowser): string {
  const { name, at } = stores[id]
  const { title, short, long, category, searchTerms } = listing(and(boards.map((board) => board.name)))
  const parts: Part[] = [
    { title: 'Name', text: title },
    { title: id === 'firefox' ? 'Summary' : 'Short description (from the manifest)', text: short[id] },
    { title: 'Description', text: long.join('\n\n') },
    { title: 'Category', text: category[id] },
    ...(id === 'edge' ? [{ title: 'Search terms', text: searchTerms }] : []),
    { title: 'Privacy policy', text: `https://YOUR-ADDRESS${brand.links.privacy}` },
    ...(id === 'firefox' ? firefoxParts() : privacyParts()),
  ]
  const body = parts.map((part) => `## ${part.title}\n\n${block(part.text)}`)
  return `# ${name}\n\nWhat to enter at ${at}. ${made}\n\n${body.join('\n\n')}\n`
}

/** What Chrome and Edge ask about privacy. */
function privacyParts(): Part[] {
  const reasons = Object.entries(permissionReasons).map(([permission, reason]) => ({
    title: `Why: ${hostTitles[permission] ?? permission}`,
    text: reason,
  }))
  const data = [...new Set(sentData.map(({ chrome }) => chrome))].map((kind) => {
    const titles = sentData.filter(({ chrome }) => chrome === kind).map(({ title }) => title)
    return `${kind}: ${titles.join('; ')}`
  })
  return [
    { title: 'Single purpose', text: privacyAnswers.purpose },
    ...reasons,
    { title: 'Remote code', text: privacyAnswers.remoteCode },
    { title: 'Data usage: tick', text: data },
    { title: 'Data usage: certify', text: privacyAnswers.promises },
  ]
}

const hostTitles: Record<string, string> = {
  dashboard: 'host permission of the dashboard',
  boards: 'optional host permissions of the boards',
}

const firefoxParts = (): Part[] => [
  {
    title: 'What is sent (from the manifest)',
    text: [
      `Required: ${firefoxData().required.join(', ')}`,
      `Optional: ${firefoxData().optional.join(', ')}`,
      ...sentData.map(({ firefox, title, what, why }) => `${firefox}: ${title}. ${what} ${why}`),
    ],
  },
  { title: 'Why each permission', text: Object.entries(permissionReasons).map((entry) => entry.join(': ')) },
]

/** Writes a letter of one page that asks a board for its written approval. */
function letter({ id, fields }: BoardDefinition): string {
  const board = boards.find((one) => one.id === id)
  const name = board?.name ?? id
  const words = [...new Set(Object.entries(fieldWords).flatMap(([field, word]) => (has(fields, field) ? word : [])))]
  const notice = disclosure.points.map(({ title, text }) => `> **${title}.** ${text}`).join('\n>\n')
  const reasons = sentData.map(({ title, what, why }) => `- ${title}. ${what} ${why}`).join('\n')
  return `# Letter to ${name}

${made}

**Request for your written approval**

${brand.name} is an extension for Chrome, Edge and Firefox that members of ${name} use beside your pages. It shows three buttons on each
posting: Email, Call and Save. A member who clicks Email sends their own template from their own mailbox to the contact of that posting.
Please approve it in writing, or tell us what has to change, at ${brand.supportAddress}.

**What it reads there.** On ${and(board?.matches ?? [])}, of the postings that your page shows to the member who turned it on: ${and(words)}.

**When.** While such a page is open. Before the browser gives access, each member reads this and clicks Agree:

${notice}

**What is sent, and why**, in the words of the stores' forms:

${reasons}

**How to stop it.** An operator turns ${brand.name} off on ${name} for everyone with one setting, without a new version, within seconds
on pages in use. Each member can turn it off in the popup.
`
}

const has = (fields: readonly string[], field: string) => fields.includes(field)
const and = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names)
const block = (text: string | readonly string[]): string =>
  typeof text === 'string' ? `\`\`\`text\n${text}\n\`\`\`` : text.map((line) => `- ${line}`).join('\n')

if (import.meta.main)
  for (const [path, text] of storePages()) {
    const file = join(import.meta.dirname, '..', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
