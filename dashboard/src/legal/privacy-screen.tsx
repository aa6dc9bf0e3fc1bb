import { exportDays } from '@loadping/contract/account-export/account-export.api'
import { trialHashYears } from '@loadping/contract/billing/plans'
import { brand } from '@loadping/contract/brand'
import { linkHours } from '@loadping/contract/loads/saved-loads'
import { LegalText, type Paragraph } from './legal-text.tsx'

const paragraphs: Paragraph[] = [
  {
    title: 'What we store',
    text: 'Your email address, your profile and the photo of your Google or Microsoft account. Your templates, trucks, costs and load boards. The loads that you saved, emailed or called about, with their notes and outcomes. Each email: what was sent, to whom, and the load as you saw it. Who emailed or called and when, which the figures in Analytics count.',
  },
  {
    title: 'Your mailbox',
    text: 'To send from your own mailbox we store, encrypted, the permission that Google or Microsoft gave, or the app password of your SMTP server. It can only send: we never read your mail. It is stored until you disconnect the mailbox on the Email page, which deletes it at once and revokes a permission at Google. An app password stays valid at your email provider until you delete it there.',
  },
  {
    title: 'Information from Google',
    text: `Of a Google account we ask for its name, address and picture, and, to send from it, for “Send email on your behalf” (https://www.googleapis.com/auth/gmail.send) alone. ${brand.name}'s use and transfer of information received from Google APIs adheres to the Google API Services User Data Policy, including the Limited Use requirements: it is used only to sign you in and to send the emails that you send, is given to nobody else, serves no advertising, and no person reads it.`,
  },
  {
    title: 'Sign-in and security',
    text: 'Where you are signed in, by browser and system, until a week after you log out; a sign-in ends by itself after 30 days. The networks you signed in from are stored as hashes for 90 days, so that strangers cannot use up your sign-in emails.',
  },
  {
    title: "What we don't store",
    text: "Your load board passwords, the password of your Google or Microsoft account, and anything on a board that you did not act on. Credit scores and days to pay are shown, not stored. A board's comments are stored only with an email about the load.",
  },
  {
    title: 'How long',
    text: `As long as you have an account, with these exceptions. The text of an email is removed after 90 days, if whoever runs this server set no other time; to whom it went, about which load and with which ask stays. In the same way a load is removed two years after it was last changed, emailed or called about, and who was contacted when after three years; how many contacts there were on each day stays. Deleted templates and loads can be restored for a day and are then removed. A link to a load ends after ${linkHours} hours. Marks on your teammates' rows are removed after two days, and reports of a row that was not read well after 30 days.`,
  },
  {
    title: 'One trial for each address',
    text: `That your email address, and your Google or Microsoft account, had its Pro trial is stored as a keyed hash, from which nobody can read the address. After your account is deleted it stays for ${trialHashYears} years, for this alone.`,
  },
  {
    title: 'Who sees it',
    text: 'You. On a team, your teammates see your saved loads with their history and the templates that you share, and managers see your figures and the emails that you sent for the team; these stay with the team when you leave. A broker or carrier sees only the emails that you send. Whoever has a link to a load sees its plan, without rate, people and history. Nothing is sold, and nothing is pooled between customers. Emails have no tracking pixel.',
  },
  {
    title: 'Other services',
    text: 'Google, Microsoft or your SMTP server deliver your emails, or our relay does. Services for statistics, errors and chat load only after you allow them. You can change that in Settings.',
  },
  {
    title: 'On this device',
    text: 'Your session, your theme, drafts, what you have closed and a random number by which sign-in knows this device are stored in this browser, and a cookie says whether you are signed in. Log Out removes the session and the drafts.',
  },
  {
    title: 'How to delete it',
    text: `Delete templates and loads where they are listed, and disconnect mailboxes on the Email page. Delete my account, in Settings, deletes everything after a week in which you can still keep it; of what you did for a team, the team keeps to whom, about which load and with which ask, by “A former teammate”. Backups are kept for at most 30 days. Export my data, in Settings, gives you a copy of it; we keep that file for ${exportDays} days.`,
  },
]

export const PrivacyScreen = () => <LegalText title="Privacy Policy" paragraphs={paragraphs} />
