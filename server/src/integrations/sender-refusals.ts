/**
 * Enhanced status codes (RFC 3463) that refuse the sending server or domain, whatever an email says: failed SPF, DKIM,
 * reverse DNS and mail floods (RFC 7372, and Gmail's from 20 to 40), and Microsoft's bans and rates (500 to 699).
 */
const senderStatus =
  /(?<![\d.])[45]\.7\.(?:2\d|3[0-2]|40|50[0-389]|51[15]|6\d\d|708)(?![\d.]*\d)|(?<![\d.])4\.7\.5\d\d\b/

/** What receivers write behind general status codes such as 4.7.0, 5.7.1 and Yahoo's 4.16.55. */
const senderWords = [
  /\breputation\b/i, // Gmail, Microsoft, Cisco, Mimecast
  /\bunusual rate of unsolicited\b/i, // Gmail
  /\brate[- ]limited\b/i, // Gmail, Microsoft
  /\b(?:block|black|deny) ?list/i, // Microsoft's S3140 and S3150, and most others
  /\b(?:spamhaus|spamcop|barracuda|sorbs)\b/i,
  /\b(?:RP|SC|DY|OU)-\d{3}\b/, // Outlook.com
  /\[TSS?\d\d\]|\[BL\d\d\]|\buser complaints\b/, // Yahoo
]

/** The same words about one email or one recipient's own settings. */
const otherWords = /\b(?:urls?|uri|links?|content|attachments?|customer block list|recipient's)\b/i

/**
 * Whether a mail server's reply refuses whoever sends, by reputation, policy or rate. An unknown recipient, one email's
 * content or a reply that we do not know is none.
 */
export const refusesSender = (reply: string): boolean =>
  senderStatus.test(reply) || (!otherWords.test(reply) && senderWords.some((words) => words.test(reply)))
