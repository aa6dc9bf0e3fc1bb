import { brand } from '@loadping/contract/brand'

/** Returns the address of a path of the API, which the operator may have given a host of its own. */
export const atHost = (path: string): string =>
  (brand.hosts?.find(({ prefix }) => path.startsWith(prefix))?.origin ?? '') + path
