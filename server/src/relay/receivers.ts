import { domainOf } from '@loadping/contract/mailboxes/free-mail'
import type { Deps } from '../context.ts'

/** The large providers that receive the email of many domains. */
export const providers = ['Gmail', 'Microsoft', 'Yahoo'] as const
export type Provider = (typeof providers)[number]

const providerHosts: [host: RegExp, provider: Provider][] = [
  [/(^|\.)(google|googlemail|gmail)\.com$/, 'Gmail'],
  [/(^|\.)(outlook|hotmail|office365)\.com$|(^|\.)mx\.microsoft$/, 'Microsoft'],
  [/(^|\.)(yahoodns\.net|yahoo\.com)$/, 'Yahoo'],
]

/** Returns the large provider that one of these mail servers belongs to. */
export const providerOf = (hosts: string[]): Provider | undefined =>
  providerHosts.find(([pattern]) => hosts.some((host) => pattern.test(host.toLowerCase())))?.[1]

/** Returns who receives the email of an address: a large provider, else its domain. */
export async function findReceiver({ findMailHosts }: Pick<Deps, 'findMailHosts'>, address: string): Promise<string> {
  const domain = domainOf(address)
  return providerOf(await findMailHosts(domain)) ?? domain
}
