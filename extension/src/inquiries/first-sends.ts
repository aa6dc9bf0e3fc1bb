import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'

const maxKept = 500

/** Remembers which versions of which templates a user has confirmed, on this device. */
export function createFirstSends(persistentArea: StorageArea, userId: () => Promise<string | undefined>) {
  const confirmed = createStoredValue(persistentArea, 'confirmed-templates', z.array(z.string()), [])
  const keyOf = async ({ templateId, expected }: PostingInquiry): Promise<string> =>
    `${await userId()} ${templateId} ${expected?.templateVersion ?? 0}`

  return {
    /** Whether this version of the template was never sent before, so that the user is asked. */
    isFirst: async (inquiry: PostingInquiry): Promise<boolean> =>
      !(await confirmed.read()).includes(await keyOf(inquiry)),
    async confirm(inquiry: PostingInquiry): Promise<void> {
      const key = await keyOf(inquiry)
      await confirmed.change((all) => [key, ...all.filter((other) => other !== key)].slice(0, maxKept))
    },
  }
}
