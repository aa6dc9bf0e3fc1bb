import { brand } from '@loadping/contract/brand'

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
  /** Why each permission is needed, by its name in the manifest. */
  permissions: {
    storage: 'Keeps your sign-in, and emails that are not confirmed yet, so that a restart loses and doubles none.',
    scripting: 'Adds the buttons to the load boards you turn on, and to no others.',
    alarms: 'Continues an email that was interrupted, and looks for failed ones every few minutes.',
    dashboard: `Talks to ${brand.name}, where your templates and sent emails are.`,
    boards: 'Adds buttons to a load board. Each board is off until you turn it on.',
  },
  /** Firefox's names for what is sent: the session, addresses of contacts, and the loads that were clicked. */
  firefoxData: {
    required: ['authenticationInfo', 'personallyIdentifyingInfo', 'websiteContent'],
    /** The counts of loads and fields. */
    optional: ['technicalAndInteraction'],
  },
} as const
