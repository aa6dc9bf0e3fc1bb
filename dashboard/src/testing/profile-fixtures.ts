import type { Profile } from '@loadping/contract/account/account'
import { vi } from 'vitest'

export const emptyProfile: Profile = {
  name: null,
  company: null,
  phone: null,
  mc: null,
  dot: null,
  registeredEmail: null,
  signature: null,
}

/** Fake calls that keep a profile as the server does. */
export function fakeProfile(profile: Profile = emptyProfile) {
  let saved = profile
  const saveProfile = vi.fn(async ({ body }: { body: object }) => {
    saved = { ...saved, ...body }
    return saved
  })
  return { account: { getProfile: async () => saved, saveProfile } }
}
