import { limitsHelp, privacyHelp, teamHelp } from './account-pages.ts'
import type { HelpText } from './help-text.ts'
import { googleHelp, outlookHelp, smtpHelp } from './mailbox-pages.ts'
import type { HelpName } from './pages.ts'
import { brokersHelp, installHelp, priceHelp, rowsHelp, templatesHelp, trucksHelp } from './sending-pages.ts'

/** The text of every help page. */
export const helpTexts: Record<HelpName, HelpText> = {
  install: installHelp,
  'connect-google': googleHelp,
  'connect-outlook': outlookHelp,
  'connect-smtp': smtpHelp,
  templates: templatesHelp,
  price: priceHelp,
  rows: rowsHelp,
  'what-brokers-see': brokersHelp,
  trucks: trucksHelp,
  limits: limitsHelp,
  team: teamHelp,
  'what-we-read': privacyHelp,
}
