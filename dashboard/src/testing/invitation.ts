import type { InvitationPreview } from '@loadping/contract/team/team'
import { vi } from 'vitest'
import { carrier, emptyHome, type FakeApi, maria } from './render.tsx'

/** An invitation for Maria. */
export const invitation: InvitationPreview = {
  email: maria.email,
  role: 'USER',
  invitedBy: 'Owen Park',
  organization: { name: 'Redbud Carriers LLC', dotNumber: '1234567' },
  members: 4,
  limitUsers: 10,
  expiresAt: '2026-11-27T20:00:00.000Z',
  isAccepted: false,
}

/** A server on which Maria signs in and accepts an invitation with this preview. */
export function answering(previewInvitation: NonNullable<FakeApi['team']>['previewInvitation'] & {}) {
  const acceptInvitation = vi.fn(async (_input: unknown) => ({
    id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e0a1',
    name: 'Redbud Carriers LLC',
  }))
  const logout = vi.fn(async () => null)
  const api: FakeApi = {
    account: { getMe: async () => maria, getUserInfo: async () => carrier },
    home: { getHome: async () => emptyHome },
    signIn: { logout, verifyLink: async () => ({ accessToken: 'access of Maria', refreshToken: 'refresh of Maria' }) },
    team: { previewInvitation, acceptInvitation },
  }
  return { api, acceptInvitation, logout }
}

export const inviting = (changes: Partial<InvitationPreview> = {}) =>
  answering(async () => ({ ...invitation, ...changes }))
