import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { brand } from '@loadping/contract/brand'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import type { DemoAccount } from '../demo/demo-accounts.ts'
import { codeOf, startupError } from '../startup-error.ts'

/** The header by which programs send the secret of the start. */
export const devSecretHeader = 'x-dev-secret'
/** The query parameter by which printed links bring it. */
export const devSecretParameter = 'dev-secret'

/** Makes the secret of a start. With a data folder, `dev-secret` there holds it for programs of the same user. */
export function createDevSecret(folder: { path: string } | undefined): string {
  const secret = randomBytes(32).toString('base64url')
  if (!folder) return secret
  const file = join(folder.path, 'dev-secret')
  try {
    rmSync(file, { force: true }) // a new file, because an old one keeps its mode
    writeFileSync(file, secret, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw startupError(`${file} cannot be written (${codeOf(error)}).`, error)
  }
  return secret
}

/** What the start prints for people: what it is, and its address. */
export type StandInLink = { title: string; path: string }

/** Lists the links that the start prints. Each opens all stand-ins in the browser; the first is the front page. */
export const standInLinks = (demo: DemoAccount[], { hasInbox }: { hasInbox: boolean }): StandInLink[] => [
  { title: `open ${brand.name}`, path: '/' },
  ...demo.map(({ id, title }) => ({ title: `sign in as ${title}`, path: `${devPaths.dev}sign-in/${id}` })),
  ...(hasInbox ? [{ title: 'local inbox', path: `${devPaths.dev}inbox` }] : []),
  { title: 'Stripe simulator', path: `${devPaths.dev}stripe` },
  { title: 'demo board', path: `${devPaths.demoBoard}dat-one` },
]

/** Returns the line of the start for a link. */
export const printLink = ({ title, path }: StandInLink, baseUrl: string, secret: string): string =>
  `  ${title}: ${baseUrl}${path}?${devSecretParameter}=${secret}`

/** Returns the printed link that leads to a path, or the front page's. */
export const findLink = (links: StandInLink[], path: string): StandInLink | undefined =>
  links.find((link) => link.path === path) ??
  links.find((link) => path.startsWith(devPaths.demoBoard) && link.path.startsWith(devPaths.demoBoard)) ??
  links[0]

/** Cookies hold for all ports of a host, so the name has the port: servers do not overwrite each other's. */
const devCookieName = (baseUrl: string): string => `loadping-dev-${new URL(baseUrl).port || 80}`

/** Returns the cookies by which a browser brings the secret to the stand-ins, and nowhere else. */
export const devCookies = (baseUrl: string, secret: string): string[] =>
  Object.values(devPaths).map((path) => `${devCookieName(baseUrl)}=${secret}; Path=${path}; HttpOnly; SameSite=Lax`)

/** Whether a request brings the secret, as a header or a cookie. */
export function bringsSecret(headers: IncomingHttpHeaders, baseUrl: string, secret: string): boolean {
  const name = `${devCookieName(baseUrl)}=`
  const cookies = (headers.cookie ?? '').split(/; */).filter((cookie) => cookie.startsWith(name))
  const given = [headers[devSecretHeader], ...cookies.map((cookie) => cookie.slice(name.length))]
  return given.some((text) => isSecret(text, secret))
}

/** Compares in a time that tells nothing of the secret. */
export const isSecret = (given: unknown, secret: string): boolean =>
  typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
