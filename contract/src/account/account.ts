import * as z from 'zod/mini'
import { BoardId } from '../boards/board-id.ts'
import { isEmailAddress } from '../format/email-address.ts'
import { plainLines, singleLine } from '../format/text.ts'
import { UserType } from './user-type.ts'

/** The current user. Every key is present; absent or unlimited values are null. */
export const User = z.object({
  userId: z.uuid(),
  email: z.string(),
  role: z.string(),
  createdAt: z.iso.datetime(),
  trialDays: z.int(),
  billingPlan: z.enum(['FREE', 'TRIAL', 'PRO', 'BUSINESS']),
  features: z.array(z.string()),
  limitTempl: z.nullable(z.int()),
  limitEmails: z.nullable(z.int()),
  /** Units left of this month's allowance. */
  emails: z.nullable(z.int()),
  /** Units used this New York month. */
  usedEmails: z.int(),
  /** When the next month's allowance begins; null without a limit. */
  renewsAt: z.nullable(z.iso.datetime()),
  organizationId: z.nullable(z.uuid()),
  accountVerified: z.boolean(),
  /** Whether there are notices to claim. */
  hasNotices: z.boolean(),
  /** A signed, single-use pairing code for the extension, valid for 5 minutes. */
  extensionToken: z.nullable(z.string()),
  /** Whether the demo generator created this account and its data. */
  isDemo: z.boolean(),
  /** Whether the operator named them in `ADMINISTRATORS`. */
  isAdministrator: z.optional(z.literal(true)),
})
export type User = z.infer<typeof User>

/** The business profile. `userType` is null until onboarding is complete. */
export const UserInfo = z.object({
  userType: z.nullable(UserType),
  trucksAmount: z.int(),
  loadboards: z.array(BoardId),
  source: z.nullable(z.string()),
  /** The type that is chosen in the onboarding, until it is complete. */
  chosenType: z.optional(z.nullable(UserType)),
})
export type UserInfo = z.infer<typeof UserInfo>

const trucksAmount = z.int().check(z.minimum(1), z.maximum(10_000))
const loadboards = z.array(BoardId).check(z.maxLength(5))

/** Business profile input. An empty board list means dat-one; boards of the other business type are rejected. */
export const UserInfoDraft = z.strictObject({
  userType: z._default(UserType, 'carrier'),
  trucksAmount: z._default(trucksAmount, 1),
  loadboards: z._default(loadboards, []),
  source: z.nullish(singleLine(100)),
})
export type UserInfoDraft = z.input<typeof UserInfoDraft>

/** Answers of the onboarding's first step, each kept as soon as it is given: absent values stay. */
export const OnboardingAnswers = z.partial(z.strictObject({ chosenType: UserType, trucksAmount, loadboards }))
export type OnboardingAnswers = z.infer<typeof OnboardingAnswers>

/** What emails say about the sender. Values that were never entered are null. */
export const Profile = z.object({
  name: z.nullable(z.string()),
  company: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Digits only, as is `dot`. */
  mc: z.nullable(z.string()),
  dot: z.nullable(z.string()),
  /** The address that a carrier registered, with which brokers' vetting tools compare the sender. */
  registeredEmail: z.nullable(z.string()),
  /** Plain text with line breaks. */
  signature: z.nullable(z.string()),
})
export type Profile = z.infer<typeof Profile>

/** A registration number, typed with or without its label. */
const registration = (label: RegExp, digits: RegExp, message: string) =>
  z.string().check(
    z.maxLength(40),
    z.overwrite((text) => text.trim().replace(label, '')),
    z.regex(digits, message),
  )

/** Whether a text has 7 to 20 digits, the usual marks between them, and an extension at most. */
const isPhoneOrEmpty = (text: string): boolean =>
  text === '' || (/^[\d\s()+./,#-]*(?:(?:ext\.?|x)[\s\d]*)?$/i.test(text) && /^(?:\D*\d){7,20}\D*$/.test(text))

/** Changes of the profile: absent values stay, empty ones are removed. */
export const ProfileDraft = z.strictObject({
  name: z.optional(singleLine(100)),
  company: z.optional(singleLine(100)),
  phone: z.optional(singleLine(40).check(z.refine(isPhoneOrEmpty, 'Enter a phone number with area code'))),
  mc: z.optional(
    registration(/^(?:mc)?[\s:#-]*(?:no\.?)?\s*/i, /^(?:\d{4,8})?$/, 'Enter the 4 to 8 digits of your MC number'),
  ),
  dot: z.optional(
    registration(
      /^(?:us)?\s*(?:dot)?[\s:#-]*(?:no\.?)?\s*/i,
      /^(?:\d{5,8})?$/,
      'Enter the 5 to 8 digits of your USDOT number',
    ),
  ),
  registeredEmail: z.optional(
    z.string().check(
      z.trim(),
      z.toLowerCase(),
      z.refine((text) => text === '' || isEmailAddress(text), 'Please enter a valid email'),
    ),
  ),
  signature: z.optional(plainLines(1000)),
})
export type ProfileDraft = z.infer<typeof ProfileDraft>

const DomainRecord = z.enum(['found', 'missing', 'unknown'])

/** What name servers say about the domain of the user's default mailbox; `unknown` without an answer. */
export const SenderDomain = z.object({
  /** Null without a mailbox of the user's own, and for free mail. */
  domain: z.nullable(z.string()),
  spf: DomainRecord,
  dmarc: DomainRecord,
  dkim: DomainRecord,
})
export type SenderDomain = z.infer<typeof SenderDomain>
