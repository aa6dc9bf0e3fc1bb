import { brand } from '@loadping/contract/brand'
import { formatCount } from '@loadping/contract/format/counts'
import { type MailService, mailLimits } from '@loadping/contract/mailboxes/mail-limits'
import { addressCodeMinutes } from '@loadping/contract/mailboxes/mailboxes'
import { identityProviders, type MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { smtpPresets } from '../mailboxes/smtp-presets.ts'
import type { HelpPart, HelpText } from './help-text.ts'

const { name } = brand

/** Says where a service stops a mailbox, and where we stop before it. */
function dailyLimit(service: MailService): string {
  const { name: of, cap, allowed, counts } = mailLimits[service]
  const what = counts === 'new-recipients' ? 'new recipients' : 'emails'
  return allowed === null
    ? `${of}: we stop at ${formatCount(cap)} ${what}.`
    : `${of} allows about ${formatCount(allowed)} ${what}. We stop at ${formatCount(cap)}.`
}

const rest = 'The rest is for emails that you write yourself. What is over the limit waits, and says so.'

/** What the state of a mailbox says once it is connected, for every kind. */
const afterwards: HelpPart = {
  title: 'After it is connected',
  text: ['The [Email page](/email) lists your mailboxes.'],
  points: [
    '**Send test email** sends you a real one, so that you see how you look.',
    'New emails leave from the mailbox marked **Default**. With several, another one has **Make default**.',
    '**Disconnect** deletes what we stored for it at once. Emails that waited for it fail, unless you first move them to the default mailbox.',
  ],
  scene: 'mailboxes',
  picture: 'A connected mailbox with its address, what it sent today of its limit, and its buttons',
}

function ofProvider(kind: MailProviderId, limits: string[]): HelpText {
  const { name: provider, administratorPath } = identityProviders[kind]
  const company = kind === 'google' ? 'Google' : 'Microsoft'
  const permission = kind === 'google' ? 'Send email on your behalf' : 'Send mail as you'
  const last =
    kind === 'google'
      ? `check “**${permission}**”, then click Continue`
      : `look for “**${permission}**”, then click Accept`
  return {
    intro: `Brokers then see your own address, and their replies come to your inbox. It takes about a minute.`,
    parts: [
      {
        title: 'Connect it',
        steps: [
          `Open [Connect a mailbox](/email/connect/${kind}) and click **Connect ${provider}**.`,
          `Choose your ${company} account.`,
          `On ${company}'s page, ${last}. It is the only permission about mail that we ask for.`,
          `You return to ${name}, and the mailbox is connected.`,
        ],
        scene: `connect-${kind}`,
        picture: `The part of the page that connects ${provider}, with its three steps and the button`,
      },
      {
        title: 'What we can do with it',
        text: [
          `${name} can send. It cannot read your mail. We store the permission encrypted, and nothing of your inbox.`,
          ...(kind === 'google' ? ['When you disconnect the mailbox, the permission is also revoked at Google.'] : []),
        ],
      },
      {
        title: 'If it does not work',
        points: [
          `Your company has to allow apps first: send your administrator what stands behind [Get the message for your ${provider} administrator](${administratorPath}).`,
          ...(kind === 'google'
            ? ['You are back, but no mailbox is connected: the box was not checked. Connect once more and check it.']
            : []),
          `The mailbox shows **Reconnect**: ${company} no longer accepts the permission. Click it and sign in again. Emails that wait for it are then sent, unless it is too late for them.`,
        ],
      },
      { title: 'How much it sends in 24 hours', points: [...limits, rest] },
      afterwards,
    ],
  }
}

const providers = new Intl.ListFormat('en-US', { type: 'disjunction' }).format([
  ...smtpPresets.filter(({ name: of }) => !of.includes(',')).map(({ name: of }) => of),
  'your own company',
])

export const googleHelp = ofProvider('google', [dailyLimit('gmail'), dailyLimit('google-workspace')])

export const outlookHelp = ofProvider('outlook', [
  dailyLimit('microsoft-365'),
  dailyLimit('outlook-com'),
  `An address that ends in onmicrosoft.com may email ${mailLimits.onmicrosoft.allowed} people a day outside your company. We stop at ${mailLimits.onmicrosoft.cap}. Add your own domain in Microsoft 365 and connect again.`,
])

export const smtpHelp: HelpText = {
  intro: `Any mail server that lets you send with a user name and a password works: that of ${providers}. For Google and Microsoft, their own sign-in is easier and safer.`,
  parts: [
    {
      title: 'Get an app password',
      text: [
        'An app password works for one app only, and you can delete it without changing your own password. Most providers show it once, so copy it right away. Where to create one:',
      ],
      points: smtpPresets.map(({ name: of, passwordPage }) => `${of}: [${passwordPage}](https://${passwordPage})`),
    },
    {
      title: 'Connect it',
      steps: [
        'Open [Other email (SMTP)](/email/connect/smtp). Under **Presets**, click your provider. For another one, type its **Server** and choose the **Port** that it names.',
        'Type the **Username**, most often your whole address, and the **App password**.',
        `Under **Send as**, type the address that recipients see. If it is new here, we email a code of six digits to it first, which works for ${addressCodeMinutes} minutes.`,
        `Click **Connect mailbox**. ${name} logs in and sends one real test email. Only if the server accepts it is the mailbox connected.`,
      ],
      scene: 'connect-smtp',
      picture: 'The form with presets, server, port, username, app password and the address to send as',
    },
    {
      title: 'If it does not work',
      points: [
        'The password is refused: use an app password, not the one that you sign in with on the web.',
        'The server is one of Microsoft’s: it ends logins with a password, so the form offers **Connect Outlook** instead.',
        'The server does not answer: check its name, and try the other port.',
      ],
    },
    afterwards,
    {
      title: 'Without a mailbox of your own',
      text: [
        `If you signed in by an email link, ${name}’s relay sends for you, with your name, and replies go to your address. It is the last resort: brokers compare the sender’s domain with your company’s, and it sends ${mailLimits.relay.cap} emails a day.`,
      ],
    },
  ],
}
