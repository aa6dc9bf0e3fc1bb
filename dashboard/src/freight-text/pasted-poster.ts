import { readCarrierNumber } from '@loadping/contract/broker-software/mc-number'
import { readEmail, readPhone } from '@loadping/contract/broker-software/text-amounts'
import { keep, lineEnd, type PastedReader, spanOf } from './pasted-reader.ts'

const companyWords =
  /^(?:logistics|logistique|freight|brokerage|brokers|transport|transports|transportation|trucking|expedite|expediting|expedited|cartage|carriers|haul|hauling|loads|shipping|chain|freightways|forwarding|express|xpress|lines|haulers|movers)$/i
const legalForms = /^(?:llc|inc|ltd|corp|co|lp|inc\.|ltée|ltee)$/i
const joiners = /^(?:of|and|the|des|de|du|&|la|le)$/i
const maxCompanyWords = 6

/** Reads `Harbor & Pine Brokerage`, `Ironbridge Logistics, Inc.`, or another name before an MC number, from its first word. */
export function readCompany(reader: PastedReader, index: number): number | undefined {
  const { tokens } = reader
  const first = tokens[index]
  const before = tokens[index - 1]
  if (
    first?.kind !== 'word' ||
    !/^\p{Lu}/u.test(first.text) ||
    (first.isGlued && before?.kind === 'word') ||
    /^(?:I|We|Hi|Our|The|A|From|Call|Ask)$/.test(first.text)
  )
    return undefined
  let next = index
  let lastName = 0
  let isBeforeNumber = false
  while (next - index < maxCompanyWords + 2) {
    const token = tokens[next]
    if (!token || (next > index && /\t|\s{2}/.test(reader.text.slice(tokens[next - 1]?.end ?? 0, token.start)))) break
    isBeforeNumber = next > index && readCarrierNumber(tokens, next) !== undefined
    if (isBeforeNumber) break
    const isName =
      token.kind === 'word' && (/^\p{Lu}/u.test(token.text) || (lastName > 0 && /^(?:inc|ltée)$/.test(token.lower)))
    const isForm = legalForms.test(token.lower) && next > index
    const isComma = token.text === ',' && legalForms.test(tokens[next + 1]?.lower ?? '')
    const isDot = token.text === '.' && token.isGlued && /^(?:inc|ltd|corp|co)$/i.test(tokens[next - 1]?.text ?? '')
    if (isDot) {
      lastName = next + 1
      break
    }
    if (token.text === '.' && /^(?:bros|st|mt)$/i.test(tokens[next - 1]?.text ?? '')) {
      next++
      continue
    }
    if (!isName && !isForm && !isComma && !(joiners.test(token.lower) && next > index)) break
    if (isName || isForm) lastName = next + 1
    next++
  }
  const words = tokens.slice(index, lastName)
  const hasTrade = words.some((word, at) => at > 0 && companyWords.test(word.lower))
  const hasForm = words.some((word, at) => at > 0 && legalForms.test(word.lower))
  if (
    words.length < 2 ||
    !(hasTrade || hasForm || (isBeforeNumber && lastName === next) || companyWords.test(words[0]?.lower ?? ''))
  )
    return undefined
  const span = spanOf(reader, index, lastName)
  keep(reader, 'company', reader.text.slice(span.start, span.end), span, hasForm ? 1.2 : 1)
  return lastName
}

const afterName = /\s{2,}.*|\t.*|\s*[|·].*|\s*\(?\+?\d{3}[).-].*|\s*\bMC\W*\d.*/s

/** Keeps the text of a labeled name, up to a phone number, an MC number or the next column. */
export function readLabeledCompany(reader: PastedReader, from: number, to: number): number {
  const end = lineEnd(reader.tokens, from, to)
  const { start, end: last } = spanOf(reader, from, end)
  const name = reader.text
    .slice(start, last)
    .replace(afterName, '')
    .replace(/[\s,;-]+$/, '')
  if (!/\p{L}{2}/u.test(name)) return end
  keep(reader, 'company', name.slice(0, 120), { start, end: start + name.length }, 3)
  let next = from
  while (next < end && (reader.tokens[next]?.end ?? 0) <= start + name.length) next++
  return next
}

/** Reads an email address, a phone number with its extension, or a registration number. */
export function readContact(reader: PastedReader, index: number, rank = 1): number | undefined {
  const { tokens } = reader
  const email = readEmail(tokens, index)
  if (email) {
    const span = spanOf(reader, email.start, email.next)
    keep(reader, 'email', reader.text.slice(span.start, span.end), span, rank)
    return email.next
  }
  const number = readCarrierNumber(tokens, index)
  if (number) {
    keep(reader, number.value.kind, number.value.number, spanOf(reader, index, number.next), rank)
    return number.next
  }
  const phone = tokens[index]?.kind === 'word' ? undefined : readPhone(tokens, index)
  if (phone === undefined) return undefined
  const next = readExtension(reader, phone)
  const isFax = /^(?:fax|f)$/.test(
    tokens[index - 1]?.text === ':' ? (tokens[index - 2]?.lower ?? '') : (tokens[index - 1]?.lower ?? ''),
  )
  const span = spanOf(reader, index, next)
  if (!isFax) keep(reader, 'phone', reader.text.slice(span.start, span.end), span, rank)
  return next
}

function readExtension({ tokens }: PastedReader, index: number): number {
  const isMarked = /^(?:ext|x|extension)$/.test(tokens[index]?.lower ?? '')
  const at = index + (tokens[index + 1]?.text === '.' ? 2 : 1)
  return isMarked && /^\d{1,6}$/.test(tokens[at]?.text ?? '') ? at + 1 : index
}
