import { exportDays } from '@loadping/contract/account-export/account-export.api'
import { freeTemplates, graceDays, monthlyEmails, planNames, trialLengthDays } from '@loadping/contract/billing/plans'
import { brand } from '@loadping/contract/brand'
import { defaultSellByMinutes } from '@loadping/contract/emails/sell-by'
import { mailLimits } from '@loadping/contract/mailboxes/mail-limits'
import { practiceEmailsPerDay } from '@loadping/contract/practice/practice'
import { roleName } from '@loadping/contract/team/role-name'
import { invitationDays, undoMinutes } from '@loadping/contract/team/team'
import type { HelpText } from './help-text.ts'

const { name } = brand
const dispatcher = roleName({ role: 'USER' })

export const limitsHelp: HelpText = {
  intro: 'Two limits apply: what your plan includes in a month, and what your mailbox may send in a day.',
  parts: [
    {
      title: 'Your plan',
      points: [
        `${planNames.FREE} and the ${planNames.TRIAL}: ${monthlyEmails} emails in a calendar month of New York. On its first day you have ${monthlyEmails} again.`,
        `${planNames.FREE} has up to ${freeTemplates} templates. In the ${trialLengthDays} days of the trial they are unlimited.`,
        `${planNames.PRO} and ${planNames.BUSINESS}: unlimited emails and templates. When a payment fails, everything works for ${graceDays} more days.`,
        'An email that was undone, refused, returned or too late gives its unit back. Calls, saved loads, tests and practice emails cost none.',
        'Brokers have no limit of a plan.',
      ],
      scene: 'plan',
      picture: 'The cards of the Dashboard with the days left of the trial and the emails left of the month',
    },
    {
      title: 'Your mailbox',
      points: [
        `Each service stops a mailbox that sends too much, so we stop before it: for Gmail at ${mailLimits.gmail.cap} emails in 24 hours. The [Email page](/email) shows today's use and warns near the limit.`,
        'Two emails a second and thirty a minute leave from one mailbox. More wait for their turn.',
        `The relay sends ${mailLimits.relay.cap} a day. Connect a mailbox of your own to send more.`,
      ],
    },
    {
      title: 'An email waits',
      text: [
        `It says what it waits for and what helps. If it cannot be sent within ${defaultSellByMinutes} minutes of your click, or before the pickup date is over, it fails as too late, because the load is gone by then. Under **Late emails** on the [Email page](/email) you choose from 5 minutes to an hour.`,
      ],
    },
    {
      title: 'Practice',
      text: [`The [practice board](/practice-board) sends up to ${practiceEmailsPerDay} emails a day, to you alone.`],
    },
  ],
}

export const teamHelp: HelpText = {
  intro: `In a team, everyone works on one plan and sees who wrote to which broker, so that no load gets two emails from one MC. It comes with the ${planNames.BUSINESS}.`,
  parts: [
    {
      title: 'Invite people',
      steps: [
        'Open [My team](/my-team). The first time, name your organization and click **Create organization**.',
        'Click **Invite Team Members** and paste their addresses.',
        `Each gets a link that works for ${invitationDays} days and for that address only. An open invitation takes a seat.`,
      ],
      scene: 'invite',
      picture: 'My team with its members, their roles and the seats in use',
    },
    {
      title: 'Who may do what',
      points: [
        'Managers invite and remove people, change roles, and read who emailed whom and the activity log.',
        `A ${dispatcher.toLowerCase()} sees who is in the team, and sends.`,
        'The owner is a manager who cannot be removed and can make another manager the owner.',
        `A removal can be undone for ${undoMinutes} minutes.`,
      ],
    },
    {
      title: 'Share a template',
      text: [
        'In [My templates](/emailTemplate), open the menu of a template and choose **Share with team**. The others can send with it, as themselves, and copy it. Only you change it.',
      ],
      scene: 'share',
      picture: 'The menu of a template with Share with team',
    },
    {
      title: 'What the team shares',
      points: [
        'A load that several of you saved, emailed or called about is one in My loads, with all of you and one history.',
        'A row of a board shows which teammate wrote already.',
        'Managers see the figures of everyone in Analytics. Your costs stay yours.',
      ],
    },
    {
      title: 'When somebody leaves',
      text: [
        'The emails that they sent for the team stay with it. Their templates go with them, shared ones too, and so do their own saved loads.',
      ],
    },
  ],
}

export const privacyHelp: HelpText = {
  intro: `In short: ${name} reads a load when you click on it, sends what you write, and never reads your mail. The [Privacy Policy](/legal/privacy) has the whole of it.`,
  parts: [
    {
      title: 'On a load board',
      text: [
        'A board is off until you turn it on. The extension then reads the loads that the board shows you, in your browser. When you click Email, Call, Save or Edit, that one load is sent to your account; loads that you do not click stay in your browser.',
        'It opens, clicks, scrolls and refreshes nothing on the board, and reads no password, cookie or stored data of it. How many loads and fields could be read is sent without their content, so that you see when a board has changed.',
      ],
      scene: 'notice',
      picture:
        'What the extension says before a board is turned on: what is read, when it leaves the browser and where it goes',
    },
    {
      title: 'Your mailbox',
      text: [
        `The permission of Google and Microsoft lets ${name} send, not read. An app password is used only to log in to the server that sends. Both are stored encrypted until you disconnect the mailbox.`,
      ],
    },
    {
      title: 'What we keep',
      points: [
        'Your profile, templates, trucks and costs.',
        'The loads that you saved, emailed or called about, with notes and outcomes.',
        'Each email as it was sent, and who contacted whom when, from which Analytics counts.',
        'Credit scores and days to pay are shown, never stored.',
      ],
      text: [
        'Nothing is sold, and nothing is pooled between customers. Services for statistics, errors and chat load only after you allow them.',
      ],
    },
    {
      title: 'Take it along, or delete it',
      points: [
        `**Export my data** in [Settings](/settings/export) makes a zip of all that is stored of you, to download for ${exportDays} days.`,
        '**Delete my account**, below it, says what goes and what stays. For a week you can still keep the account; then it is deleted for good.',
      ],
      scene: 'export',
      picture: 'The card of Settings that exports your data',
    },
  ],
}
