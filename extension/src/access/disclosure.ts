import { brand } from '@loadping/contract/brand'
import type { LoadField } from '@loadping/contract/extension/board-health'
import type { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import type { DataKind } from '../ledger/sent-fields.ts'

// All that people, stores and boards are told of the extension. Notice, manifests, listings and letters are made from it.

/**
 * What the extension reads, when it leaves the browser and where it goes. Raise `version` with each change of meaning,
 * so that users agree again.
 */
export const disclosure = {
  version: 3,
  summary: 'One click on a load sends a templated inquiry from your own mailbox.',
  points: [
    {
      title: 'What is read',
      text: `The loads that the board shows you, and for brokers the carriers beside their own: lane, dates, equipment, size, miles, rate, age, company, MC and USDOT numbers, credit score, days to pay, contact, reference, commodity and comments. ${brand.name} reads no password, cookie or stored data of the board.`,
    },
    {
      title: 'When it leaves your browser',
      text: 'When you click Email, Call, Save or Edit on a load, or say what came of it, that one load is sent. Loads you do not click stay in your browser.',
    },
    {
      title: 'Where it goes',
      text: `To your ${brand.name} account, where your team sees it too. An email goes to the contact of that load, from your mailbox or from ${brand.name}'s relay. Nothing is sold or shared with other customers.`,
    },
    {
      title: 'What it never does',
      text: 'It opens, clicks, scrolls and refreshes nothing on the board, and asks the board for nothing. It never sends to several loads at once.',
    },
    {
      title: 'What else is sent',
      text: 'How many loads and fields could be read on a board, without their content, so that you see when a board has changed. A report of a row, only after it has shown you what it sends.',
    },
  ],
} as const

/** The words above for each field that a board can show; none shows a temperature. */
export const fieldWords: Record<Exclude<LoadField, 'board' | 'boardLoadId' | 'emailFrom' | 'temperature'>, string> = {
  origin: 'lane',
  dest: 'lane',
  pickupDay: 'dates',
  pickupUntilDay: 'dates',
  pickupTime: 'dates',
  pickupUntilTime: 'dates',
  deliveryDay: 'dates',
  deliveryTime: 'dates',
  equipment: 'equipment',
  fullPartial: 'size',
  lengthFeet: 'size',
  weightPounds: 'size',
  tripMiles: 'miles',
  deadheadMiles: 'miles',
  rate: 'rate',
  postedAt: 'age',
  company: 'company',
  mc: 'MC and USDOT numbers',
  dot: 'MC and USDOT numbers',
  creditScore: 'credit score',
  daysToPay: 'days to pay',
  contactEmail: 'contact',
  phone: 'contact',
  reference: 'reference',
  commodity: 'commodity',
  comments: 'comments',
}

/** Why each permission is needed, by its name in the manifest. */
export const permissionReasons = {
  storage:
    'Keeps your sign-in, the list of what left your browser, and emails that are not confirmed yet, so that a restart loses and doubles none.',
  scripting: 'Adds the buttons to the load boards you turn on, and to no others.',
  alarms: 'Continues an email that was interrupted, and looks for failed ones every few minutes.',
  dashboard: `Talks to ${brand.name}, where your templates and sent emails are.`,
  boards: 'Adds buttons to a load board. Each board is off until you turn it on.',
} as const

/** A kind of data that leaves the browser, and what the stores call it. `sentFields` has the fields of each. */
type SentData = {
  title: string
  what: string
  why: string
  chrome: string
  firefox: DataKind
  /** Whether users of Firefox may refuse it. */
  isOptional?: true
}

export const sentData: readonly SentData[] = [
  {
    title: 'Sign-in',
    what: 'The code by which the extension joins your account, the token of its session, and which versions of your templates it has.',
    why: 'So that only you reach your templates and send from your mailbox.',
    chrome: 'Authentication information',
    firefox: 'authenticationInfo',
  },
  {
    title: 'Who posted a load that you clicked',
    what: 'Company, contact address, phone, MC and USDOT numbers, as the board shows them.',
    why: 'The email goes there, and you find again whom you asked.',
    chrome: 'Personally identifiable information',
    firefox: 'personallyIdentifyingInfo',
  },
  {
    title: 'A load that you clicked',
    what: 'Board, posting, lane, dates, equipment, size, miles, rate, age, reference, commodity, comments, credit score and days to pay.',
    why: 'Your template is filled from it. Credit score and days to pay are shown, not stored.',
    chrome: 'Website content',
    firefox: 'websiteContent',
  },
  {
    title: 'What you did about it',
    what: 'Which template you sent with which truck and ask, what you typed for it, that you called, what came of it, what you undid, and the text by which you took an ask back.',
    why: 'It is the email that you send, and what you and your team see of it afterwards.',
    chrome: 'Personal communications',
    firefox: 'personalCommunications',
  },
  {
    title: 'Whether a board can be read',
    what: 'How many loads and fields could be read on a board, without their content. The structure of a row without its texts, only after it was shown to you.',
    why: 'You see when a board has changed, and it can be read again soon.',
    chrome: 'Website content',
    firefox: 'technicalAndInteraction',
    isOptional: true,
  },
]

const idOf = ({ firefox }: SentData): DataKind => firefox

/** What the manifest tells Firefox of `sentData`. */
export const firefoxData = () => ({
  required: sentData.filter(({ isOptional }) => !isOptional).map(idOf),
  optional: sentData.filter(({ isOptional }) => isOptional).map(idOf),
})

/** What the forms of Chrome and Edge ask about privacy; the same in both. */
export const privacyAnswers = {
  purpose: `${brand.name} answers postings on load boards: one click on a load sends one inquiry, filled from the user's own template, from the user's own mailbox to the contact of that load.`,
  remoteCode:
    'No. All code is in the package. The server sends data only: JSON that is checked against a schema before it is used. Selectors that an operator sets for a board are read by querySelector and are never run.',
  promises: [
    "I do not sell or transfer users' data to third parties, outside of the approved use cases.",
    "I do not use or transfer users' data for purposes that are unrelated to the item's single purpose.",
    "I do not use or transfer users' data to determine creditworthiness or for lending purposes.",
  ],
}

const paragraphs = [
  `${brand.name} puts your ask and three buttons on each load of a load board: Email, Call and Save. It is for carriers and dispatchers, and for brokers who look for carriers.`,
  'Email sends your own template, filled from the load, from your own Gmail, Outlook or other mailbox to the contact of that load. The button says what it sends. The first email of each template asks before it leaves, and each one can be undone for five seconds. The row says Sent once the mail server has accepted it.',
  'Your ask is computed by your formula: the posted rate plus a share, an amount, or a rate per mile. The card of a row shows the arithmetic, whether your truck makes the pickup, and what you and your team asked on this lane before. Rows that a teammate already emailed or called about say so.',
]

const boardsAndAccount = (names: string): string[] => [
  `Works on ${names}. Each is off until you turn it on. ${brand.name} is independent: it belongs to none of them.`,
  `You need a ${brand.name} account, which the first sign-in creates. Its practice board lets you try every button with made-up loads: those emails go only to yourself.`,
]

/** What each store shows, for boards of these names. */
export const listing = (names: string) => ({
  title: brand.name,
  long: [...paragraphs, ...boardsAndAccount(names), ...disclosure.points.map(({ title, text }) => `${title}: ${text}`)],
  category: { chrome: 'Workflow & Planning', edge: 'Productivity', firefox: 'Other' },
  short: {
    chrome: disclosure.summary,
    edge: disclosure.summary,
    firefox: `${disclosure.summary} Your ask, Email, Call and Save stand on each load of your load board. Nothing leaves the browser before you click.`,
  } satisfies Record<ExtensionBrowser, string>,
  searchTerms: ['load board', 'freight', 'carrier', 'dispatcher', 'broker email', 'truck loads'],
})
