import { brand } from '@loadping/contract/brand'
import { linkHours } from '@loadping/contract/loads/saved-loads'
import { practiceEmailsPerDay } from '@loadping/contract/practice/practice'
import { maxMailWords } from '@loadping/contract/templates/mail-check-texts'
import type { HelpText } from './help-text.ts'

const { name } = brand

export const installHelp: HelpText = {
  intro: `The extension adds an Email button, your price and the state of your email to every load of your board. It runs in Chrome, Edge and Firefox on a computer, not on a phone.`,
  parts: [
    {
      title: 'Install it',
      steps: [
        'Open [Browser extension](/extension), choose your browser, and click **Download for Chrome** or the button of yours.',
        'Unzip the file into a folder that stays where it is.',
        'Open chrome://extensions or edge://extensions in a new tab. Turn on Developer mode, click Load unpacked and choose that folder. In Firefox, the page shows the steps for about:debugging.',
        `Come back to ${name} and reload the page. The sidebar says **Extension connected**.`,
      ],
      scene: 'install',
      picture: 'The page of the extension with the choice of browser, the download and the steps',
    },
    {
      title: 'Pin it',
      text: [
        `Open the puzzle icon of your browser, then press the pin next to ${name}. Its icon then shows a number when emails need you.`,
      ],
      scene: 'pin',
      picture: `The browser's bar with the puzzle icon, and the pin beside ${name} in its list`,
    },
    {
      title: 'Turn on your load board',
      steps: [
        `Click the icon of ${name}. Under **Load boards**, click **Turn on** beside your board.`,
        'Read what the extension reads on it and what it never does, then click **Agree and turn on**. Your browser asks for access to that board only.',
        'Open the board, or reload its page. Every load then has its buttons.',
      ],
      scene: 'popup',
      picture: 'The window of the extension with the emails left, the Default template and the boards to turn on',
    },
    {
      title: 'Try it without a broker',
      text: [
        `The [practice board](/practice-board) has made-up loads. Its emails go only to you, up to ${practiceEmailsPerDay} a day, and count nowhere.`,
      ],
    },
    {
      title: 'If the buttons do not appear',
      points: [
        'Reload the page of the board: a board that was open before is seen only then.',
        'Open the extension and look whether the board is on.',
        'A board marked **Not checked** asks you to check one load first.',
        'The board changed and is not readable: the extension says so. Copy a load, click **Paste a load** in My loads, and email it from there.',
        'The extension shows **Update**: it is too old to send. Download it again, unzip it into the same folder and reload it.',
      ],
    },
  ],
}

export const templatesHelp: HelpText = {
  intro: `Brokers give an email about ten seconds. It is answered when it says at once who you are, what you ask for, and where your truck is.`,
  parts: [
    {
      title: 'What a broker looks for',
      points: [
        '**Your rate**. Brokers rank replies by it and skip those without one.',
        '**Equipment**, the one that the load needs.',
        '**Where and when the truck is empty**.',
        '**MC number**. They look you up by it before they reply.',
        '**Lane, date and reference in the subject**. They find the load by these.',
        '**One question at most**. Not whether the load is still available: ask to book it.',
        `Fewer than ${maxMailWords} words.`,
      ],
    },
    {
      title: 'Write it',
      steps: [
        'Open [My templates](/emailTemplate) and choose a template, or click **New template**.',
        'Write as you would to one broker. Where a value of the load belongs, click it under **Insert a placeholder**, or type {{ and choose it.',
        'Put what a load may lack between [[ and ]], such as [[Ref# {{ref}}]]. It is left out where the load has no reference.',
        '**Live preview** shows the email as it arrives, for a sample of each of your boards. Change the load at its top.',
        'Click **Send test** to get it yourself, then **Save**.',
      ],
      scene: 'editor',
      picture: 'The template editor: subject and text with placeholders at the left, the live preview at the right',
    },
    {
      title: 'See what is missing',
      text: [
        '**Broker reads** checks the filled email for all of the points above, and reads it once more as the software of brokers does. Where the editor knows what to write, **Fix** writes it.',
      ],
      scene: 'broker-reads',
      picture: 'The list of what a broker looks for, with a missing point and its Fix',
    },
    {
      title: 'One text for each trailer',
      text: [
        'The Email button sends the template marked **Default**. A template can also be the **Standard for equipment**, such as reefer: it is then sent for all loads of that kind. Below the text of a saved template, click **Change**.',
      ],
      scene: 'standard',
      picture: 'The line below a template that names its equipment, with Change',
    },
  ],
}

export const priceHelp: HelpText = {
  intro: `Your ask is computed from the load by the rate formula of the template, in whole dollars. The row shows it before you click, and exactly that is sent.`,
  parts: [
    {
      title: 'The four formulas',
      points: [
        '**Trip + Percentage**: the posted rate plus a percentage. $2,000 posted, 8 % and rounding to $5 ask for $2,160.',
        '**Trip + ABS**: the posted rate plus an amount. $2,000 posted and $200 ask for $2,200.',
        '**Trip * Number**: dollars for each loaded mile. 800 miles and $2.75 ask for $2,200.',
        '**Custom Price**: always the same.',
      ],
      text: [
        'Choose one under **Rate formula** in a template. **Round to** sets the step; half a step is rounded up. Below it stands the arithmetic for the load of the preview.',
      ],
      scene: 'rate-formula',
      picture: 'The rate formula with its four kinds, the number, the rounding and the arithmetic for one load',
    },
    {
      title: 'On the board',
      text: [
        'The card of a row opens under the pointer, or with J and K. It shows how the ask comes about, the rate per mile with and without the deadhead and, if you entered your costs in [Settings](/settings/costs), the lowest rate that makes no loss: your floor. Steps are asks between the two, to which you can go down. Edit opens the load, where you can send one of them.',
      ],
      scene: 'card',
      picture: 'A row of a load board with its buttons, and below it the card with the arithmetic of the ask',
    },
    {
      title: 'When there is no ask',
      points: [
        '**No rate**: the board posts none, and the formula needs one. A formula by the mile works without.',
        'No ask: the template states no rate of its own.',
        'A rate per mile on a load without trip miles cannot be computed.',
        'Rates in Canadian dollars are shown as they are: asks are computed in US dollars only.',
      ],
    },
    {
      title: 'When the price changes under you',
      text: [
        'If the board or your template changes after the row was drawn, nothing is sent: the row shows New ask with the new price, and one more click sends that.',
      ],
    },
  ],
}

export const rowsHelp: HelpText = {
  intro: `A row shows what a click does now, and after it what became of your email. Where a click would be a mistake, it asks first.`,
  parts: [
    {
      title: 'The buttons of a row',
      points: [
        'The price is what the email asks for. It is no button.',
        '**Email** sends the template. For five seconds the same place offers **Undo**; then it says **Sent**, once the mail server has accepted the email.',
        '**Call** dials the number and remembers that you called. **Save** puts the load in My loads.',
        'By key, on the row that you chose with J and K: E emails, C calls, S saves, M opens the menu.',
      ],
      scene: 'row',
      picture: 'Rows of the practice board with price, Email, Call and Save, and one that a teammate emailed',
    },
    {
      title: 'It asks because somebody wrote already',
      points: [
        'A name with a time, such as Priya, 6m: a teammate emailed or called about the load. Brokers dislike two emails from one MC.',
        '**Emailed**: you did. Now with an amount, in yellow: the posted rate has risen above what you asked.',
        '**Contacted**: you or a teammate emailed about this load within 24 hours.',
      ],
    },
    {
      title: 'It asks because something is not right',
      points: [
        '**Check email**: the address resembles one that your team has emailed, or does not fit this broker. The row says which.',
        'New ask: the rate or your template changed after the row was drawn.',
        'A value is missing that the template needs: type it, and it is sent with it.',
        'A window opens before the first email with a template as it is now, when your truck does not make the pickup, once for a load when the ask is below your floor, and when the button may have been covered or had just appeared. It shows what would be sent.',
      ],
    },
    {
      title: 'It cannot send',
      points: [
        '**Not sent**: the email was refused or bounced. It does not count; click it to try again.',
        '**May have been sent**: the connection ended meanwhile. Look in your Sent folder; it is never sent again by itself.',
        '**Waiting to send**, or a reason such as 20 of 20 today: click it for what helps.',
        '**Verify email**: no mailbox is connected. [Connect one](/email/connect).',
        '**Add template**, **0 left**, **Sign in** and **Update** lead to what is missing.',
        'No Email button: the row shows no email address.',
      ],
    },
    {
      title: 'A row is dimmed',
      text: [
        `The board dims it, not ${name}; the buttons work as on any other row. If the board marks a load as no longer posted while your email about it still waits, a note says so and offers Undo.`,
      ],
    },
  ],
}

export const brokersHelp: HelpText = {
  intro: `A broker gets an ordinary email from your own address. Nothing in it says that a button wrote it. Carriers see the same of a broker who uses ${name}.`,
  parts: [
    {
      title: 'The email',
      points: [
        'The sender is your mailbox, with the name of your profile. Replies come to you.',
        'It goes to the one address of that load, with the copies that your template names.',
        'It has no tracking pixel, and no link or line of ours.',
      ],
    },
    {
      title: 'See it yourself',
      text: [
        'The [Email page](/email) lists every email. Click one: **From**, **To**, the text as it was sent, **Plain text**, **Load details when sent** and **Values used**, from which its ask was computed.',
      ],
      scene: 'sent-email',
      picture: 'An email as it was sent: status, sender, recipient and text',
    },
    {
      title: 'How you look',
      text: [
        'Brokers compare the address with the company, look up MC and USDOT numbers, and their mail servers check your domain. In [Settings](/settings/look), **How you look to a broker** checks all of that and says what to change.',
      ],
      scene: 'look',
      picture: 'The list of what a broker judges the sender by, each with a mark and a reason',
    },
    {
      title: 'What they never see',
      points: [
        'Your costs, your notes, other asks and what you got on the lane before.',
        `A link to a load, which you give away yourself, shows lane, times, miles and equipment for ${linkHours} hours, without rate, people and history.`,
      ],
    },
  ],
}

export const trucksHelp: HelpText = {
  intro:
    'Trucks shows where and when each of your trucks is empty, and what you asked for it. It reckons from what you type, paste and book.',
  parts: [
    {
      title: 'What waits for a truck',
      text: [
        'On [Trucks](/trucks), the truck that is empty first is on top, each time in its own zone, with its open asks, the best and the oldest of them, and the last answer. An ask is open until an answer ends it or its pickup is over.',
      ],
      scene: 'trucks',
      picture: 'Trucks: place, when each is empty, its week, open asks and the last answer',
    },
    {
      title: 'Due calls',
      text: [
        'An ask without an answer is due for a call after 20 minutes, or the time that you choose on [Due calls](/trucks/due). Nothing rings and nothing is emailed. Call, and one key records what came of it.',
      ],
    },
    {
      title: 'Taking back',
      text: [
        'When a truck is booked, what still waits of its other asks is undone. For each that was sent, a withdrawal in the thread of its email is ready for your click: all at once on the board, or one at a time in the window of the extension. Brokers without one are listed with their phone numbers.',
      ],
    },
    {
      title: 'Handing over a shift',
      points: [
        'Write a **Note** on a truck for what the page does not know, then send a teammate the link of [Shift handover](/trucks/handover).',
        'They take over all of your trucks or some, with their open asks and due calls. You see who took them, and either of you can undo it.',
        'The page prints, with what is open of each truck.',
      ],
      scene: 'handover',
      picture: 'Shift handover: each truck with its open asks and notes',
    },
  ],
}
