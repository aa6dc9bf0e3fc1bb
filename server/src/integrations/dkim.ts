import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { domainOf } from '@loadping/contract/mailboxes/free-mail'
import DKIM from 'nodemailer/lib/dkim'
import { settingError } from '../startup-error.ts'

export type DkimKey = { selector: string; privateKey: string }

/** Reads the private key of a selector. An unreadable one stops the start. */
export function readDkimKey(setting: { selector: string; keyFile: string } | null): DkimKey | undefined {
  return setting ? { selector: setting.selector, privateKey: readRsaKey('DKIM_KEY_FILE', setting.keyFile) } : undefined
}

/** Reads a private RSA key in PEM from the file that a setting names. Without one it stops the start. */
export function readRsaKey(setting: 'DKIM_KEY_FILE' | 'EXTENSION_KEY_FILE', file: string): string {
  try {
    const privateKey = readFileSync(file, 'utf8')
    if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') return privateKey
  } catch {
    // The line below says what it must be.
  }
  throw settingError(`${setting} must name a readable file with a private RSA key in PEM.`)
}

/** Returns the text that belongs into the DNS at SELECTOR._domainkey.DOMAIN (RFC 6376). */
export const dkimRecord = ({ privateKey }: DkimKey): string =>
  `v=DKIM1; k=rsa; p=${createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')}`

/** Headers that must not be added or changed on the way, if they are there. */
const signedHeaders = [
  'From:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'In-Reply-To:References:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted',
].join(':')

/** Returns a message with a DKIM signature of the sender's domain, the same at every attempt. */
export async function signWith({ selector, privateKey }: DkimKey, raw: Buffer, from: string): Promise<Buffer> {
  const signer = new DKIM({ domainName: domainOf(from), keySelector: selector, privateKey })
  return Buffer.concat(await signer.sign(raw, { headerFieldNames: signedHeaders }).toArray())
}
