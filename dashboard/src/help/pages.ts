import { pages } from '@loadping/contract/pages'

const named = {
  install: {
    title: 'Install and pin the extension',
    words:
      'download Chrome Edge Firefox browser puzzle toolbar unzip developer mode update missing buttons boards turn on',
  },
  'connect-google': {
    title: 'Connect Gmail or Google Workspace',
    words: 'mailbox email send from own address permission administrator reconnect',
  },
  'connect-outlook': {
    title: 'Connect Outlook or Microsoft 365',
    words: 'mailbox email send from own address permission administrator reconnect Hotmail Exchange Office onmicrosoft',
  },
  'connect-smtp': {
    title: 'Connect another mailbox',
    words: 'SMTP server app password Yahoo Zoho iCloud Fastmail port TLS code relay other service',
  },
  templates: {
    title: 'Write a template that gets answers',
    words: 'text subject placeholder variables reply ignored fix test standard equipment default optional',
  },
  price: {
    title: 'How the price is computed',
    words: 'ask rate formula percent per mile round arithmetic RPM no rate floor costs',
  },
  rows: {
    title: 'What a row says, and why it asks',
    words: 'dimmed gray contacted emailed changed check email not sent undo window verify withdrawn keys',
  },
  'what-brokers-see': {
    title: 'What brokers see',
    words: 'sender name address reply signature MC SPF DKIM DMARC spam tracking carrier link',
  },
  trucks: {
    title: 'Trucks, due calls and handover',
    words: 'truck board empty asks dispatch call back booked take back withdraw shift hand over take over note print',
  },
  limits: {
    title: 'Limits and allowance',
    words: 'emails left month free trial plan unlimited daily waiting too late quota relay',
  },
  team: {
    title: 'Team and sharing',
    words: 'organization invite members roles manager owner dispatcher seats share template leave remove duplicate',
  },
  'what-we-read': {
    title: 'What we read and keep',
    words: 'privacy data security permissions password delete account export stored cookies tracking',
  },
}

export type HelpName = keyof typeof named

/** A help page, with words by which people look for it. */
export type HelpPage = { path: string; title: string; words: string }

/** Returns the address, title and words of a help page. */
export const helpPage = (name: HelpName): HelpPage => ({ path: pages.helpPage.replace(':name', name), ...named[name] })

/** Every help page, without its text. */
export const helpPages: HelpPage[] = Object.entries(named).map(([name, page]) => ({
  path: pages.helpPage.replace(':name', name),
  ...page,
}))
