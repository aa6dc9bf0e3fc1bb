import { LegalText, type Paragraph } from './legal-text.tsx'

const paragraphs: Paragraph[] = [
  {
    title: 'What we store',
    text: 'Your email address, your templates, and for each inquiry what was sent, to whom, and the load as you saw it. Access to your mailbox, such as an SMTP app password, is stored encrypted until you disconnect it. The networks you signed in from are stored as hashes for 90 days, so that strangers cannot use up your sign-in emails.',
  },
  {
    title: "What we don't store",
    text: 'Your load board passwords, the password of your Google or Microsoft account, and anything on a board that you did not act on.',
  },
  {
    title: 'Who sees it',
    text: 'You. A broker sees only the emails that you send. Nothing is sold. Emails have no tracking pixel.',
  },
  {
    title: 'On this device',
    text: 'Your session, your theme and the state of the sidebar are stored in this browser. Log Out removes the session.',
  },
]

export const PrivacyScreen = () => <LegalText title="Privacy Policy" paragraphs={paragraphs} />
