import { OnboardingAnswers, ProfileDraft } from '@loadping/contract/account/account'
import { type Dispatch, type SetStateAction, useEffect } from 'react'
import * as z from 'zod/mini'
import { useFollowProfile, useFollowUserInfo, useKeepProfile, useKeepUserInfo } from '../account/profile.data.ts'
import { BusinessDraft } from './business-draft.ts'

const typed = z.optional(z.string())

/** What was chosen and typed in the first step, and is not on the server yet. */
export const KeptAnswers = z.object({
  business: z.optional(z.partial(BusinessDraft)),
  profile: z.optional(z.object({ mc: typed, dot: typed, company: typed })),
})
export type KeptAnswers = z.infer<typeof KeptAnswers>
export const none: KeptAnswers = {}

/** After the last answer, so that each word is sent once. */
const pauseMs = 600

/**
 * Sends each answer to the server soon after it was given, and forgets it here once it is there. Shows what another tab or
 * device answered when this one is looked at again, so that neither overwrites the other unseen.
 */
export function useKeepAnswers(kept: KeptAnswers, setKept: Dispatch<SetStateAction<KeptAnswers>>): void {
  useFollowUserInfo()
  useFollowProfile()
  const keepUserInfo = useKeepUserInfo()
  const keepProfile = useKeepProfile()
  useEffect(() => {
    const { answers, profile } = readAnswers(kept)
    const send = async () => {
      const info = answers && (await keepUserInfo(answers))
      if (info) setKept((now) => changed(now, { business: without(now.business, kept.business, Object.keys(answers)) }))
      const saved = profile && (await keepProfile(profile))
      if (saved) setKept((now) => changed(now, { profile: without(now.profile, saved, Object.keys(profile)) }))
    }
    if (!answers && !profile) return
    // What does not arrive stays on this device, and goes along with the next answer, a reload or Next.
    const timer = setTimeout(() => void send().catch(() => undefined), pauseMs)
    return () => clearTimeout(timer)
  }, [kept, setKept, keepUserInfo, keepProfile])
}

/** Returns the same answers if nothing of them changes, so that they are not sent again. */
const changed = (now: KeptAnswers, left: KeptAnswers): KeptAnswers =>
  JSON.stringify({ ...now, ...left }) === JSON.stringify(now) ? now : { ...now, ...left }

/** Returns what of it the server takes; a text that is not finished waits. */
function readAnswers({ business = {}, profile = {} }: KeptAnswers) {
  const { userType, trucks, loadboards } = business
  const trucksAmount = trucks && /^\d+$/.test(trucks) ? Number(trucks) : undefined
  const given = { chosenType: userType, trucksAmount, loadboards }
  return { answers: readEach(OnboardingAnswers, given), profile: readEach(ProfileDraft, profile) }
}

/** Reads each value by itself; undefined without one. */
function readEach<Draft extends object>(schema: z.ZodMiniType<Draft>, values: Draft): Draft | undefined {
  const read = Object.entries(values).filter(
    ([name, value]) => value !== undefined && schema.safeParse({ [name]: value }).success,
  )
  return read.length > 0 ? (Object.fromEntries(read) as Draft) : undefined // of its own names and values
}

/** Where the server has another name for a value. */
const nameHere: Record<string, string> = { chosenType: 'userType', trucksAmount: 'trucks' }

/** Leaves out the values of these names that are what is on the server; what was typed since, or reads otherwise, stays. */
function without<Values extends object>(now: Values | undefined, saved: object | undefined, names: string[]) {
  const isSaved = (name: string, value: unknown) =>
    names.some((one) => (nameHere[one] ?? one) === name) &&
    JSON.stringify(value) === JSON.stringify(Reflect.get(saved ?? {}, name))
  const left = Object.entries(now ?? {}).filter(([name, value]) => !isSaved(name, value))
  return left.length > 0 ? (Object.fromEntries(left) as Values) : undefined // of its own names and values
}
