import { isIP } from 'node:net'
import { isEmailAddress } from '@loadping/contract/format/email-address'
import * as z from 'zod/mini'

/** A setting as its documentation has it, and what it accepts. */
export type Setting = { type: string; default: string; meaning: string; schema: z.ZodMiniType<string> }

// What settings accept.
export const port = z.string().check(z.refine((text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535))
export const url = (...protocols: string[]) =>
  z.string().check(z.refine((text) => protocols.includes(URL.parse(text)?.protocol ?? '')))
/** User names and passwords in a URL are decoded, which fails for a percent sign that encodes nothing. */
export const isDecodable = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
const hostName = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i
export const isHostName = (text: string): boolean => hostName.test(text)
export const isHost = (text: string): boolean => isIP(text) !== 0 || isHostName(text)

const isWebUrl = (text: string): boolean => {
  const { protocol = '', hostname = '' } = URL.parse(text) ?? {}
  return /^https?:$/.test(protocol) && isHost(hostname.replace(/^\[|\]$/g, ''))
}
const isOrigin = (text: string): boolean => {
  const { pathname, search, hash, username, password } = URL.parse(text) ?? {}
  return isWebUrl(text) && pathname === '/' && `${search}${hash}${username}${password}` === '' && !/[?#]/.test(text)
}
/** Whether tiles can be asked for there; the braces must not be in the host, which the security policy names. */
export const isTileUrl = (text: string): boolean =>
  isWebUrl(text) && ['{z}', '{x}', '{y}'].every((part) => text.split(part).length === 2)
// Written as browsers write it: in lower case, and without spaces or a default port.
export const webUrl = z.string().check(
  z.refine(isWebUrl),
  z.overwrite((text) => URL.parse(text)?.href ?? text),
)
export const origin = z.string().check(
  z.refine(isOrigin),
  z.overwrite((text) => URL.parse(text)?.origin ?? text),
)

/** Whether it is an IP address or a range of them in CIDR notation, but not the range of all. */
const isNetwork = (text: string): boolean => {
  const [, address = '', bits = '1'] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return Number(bits) >= 1 && Number(bits) <= maxBits
}

export const networks = z.string().check(z.refine((text) => text.split(',').every((part) => isNetwork(part.trim()))))

export const count = 'a whole number of 1 or more'
export const seconds = 'a whole number from 0 to 60'
export const whole = z.string().check(z.regex(/^[1-9]\d{0,8}$/))

/** A sender's name that every mail program shows as it is: without quotes, brackets and characters that steer the text. */
export const isProductName = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&'-]{0,39}$/u.test(text)
export const emailAddress = z.string().check(z.refine(isEmailAddress))

export const filePath = z.string().check(z.regex(/^\P{Cc}*\S\P{Cc}*$/u))

export const token = z.string().check(z.regex(/^[!-~]+$/))
