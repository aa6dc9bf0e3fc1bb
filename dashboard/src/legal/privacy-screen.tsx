import { LegalText, type Paragraph } from './legal-text.tsx'

const paragraphs: Paragraph[] = [
  {
    title: 'What is kept',
    text: 'Your email address, your templates, and for each inquiry what was sent, to whom, and the load as you saw it.',
  },
  {
    title: 'What is not',
    text: 'Your passwords for load boards or mailboxes, and anything on a board that you did not act on.',
  },
  {
    title: 'Who sees it',
    text: 'You. A broker sees only the mail that you send. Nothing is sold, and mails carry no tracking pixel.',
  },
  {
    title: 'On this device',
    text: 'Your session, your theme and the state of the sidebar are kept in this browser. Log Out removes the session.',
  },
]

export const PrivacyScreen = () => <LegalText title="Privacy Policy" paragraphs={paragraphs} />
