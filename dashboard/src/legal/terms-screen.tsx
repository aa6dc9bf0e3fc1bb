import { trialLengthDays } from '@loadping/contract/billing/plans'
import { LegalText, type Paragraph } from './legal-text.tsx'

const paragraphs: Paragraph[] = [
  {
    title: 'What you get',
    text: 'A dashboard and a browser extension that send the inquiries you write, about the loads you choose, in your name.',
  },
  {
    title: 'What you are responsible for',
    text: 'What your templates say, who you send them to, and that you are allowed to use the load boards you work on.',
  },
  {
    title: 'What we ask',
    text: 'Send inquiries about real loads only. An account that sends anything else can be closed.',
  },
  {
    title: 'Trial',
    text: `A new account starts with ${trialLengthDays} days of the Pro trial, free of charge. It ends automatically. Each email address, and each Google or Microsoft account, has one trial.`,
  },
]

export const TermsScreen = () => <LegalText title="Terms & Conditions" paragraphs={paragraphs} />
