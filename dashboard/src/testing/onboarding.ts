import type { UserInfo } from '@loadping/contract/account/account'
import { carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { fakeProfile } from './profile-fixtures.ts'
import { carrier, emptyHome, type FakeApi, maria, reefer } from './render.tsx'

export const defaultTemplate: ListedTemplate = { ...reefer, ...carrierDefaultTemplate, labels: [], isDefault: true }

/** Fake calls of a user who has no business type yet. */
export function newUser(template = defaultTemplate) {
  let userInfo: UserInfo = { ...carrier, userType: null, loadboards: [] }
  let saved = template
  const saveUserInfo = vi.fn(async ({ body }: { body: object }) => {
    userInfo = { ...carrier, ...body }
    return userInfo
  })
  const updateTemplate = vi.fn(async ({ body }: { body: object }) => {
    saved = { ...saved, ...body, version: saved.version + 1 }
    return saved
  })
  const { account } = fakeProfile()
  return {
    saveUserInfo,
    updateTemplate,
    saveProfile: account.saveProfile,
    api: {
      account: { ...account, getMe: async () => maria, getUserInfo: async () => userInfo, saveUserInfo },
      templates: { listTemplates: async () => [saved], updateTemplate, getTemplate: async () => saved },
      snippets: { listSnippets: async () => [] },
      home: { getHome: async () => emptyHome },
    } satisfies FakeApi,
  }
}

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Goes through the three steps of the onboarding, without an MC number. */
export async function completeOnboarding(): Promise<void> {
  for (const name of ['Next', 'Next', 'Continue', 'Got it', 'Finish']) await press(name)
}
