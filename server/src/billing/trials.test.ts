import { beforeAll, expect, test } from 'vitest'
import { type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'
import { tokenIn } from '../testing/test-app.ts'
import { normalizeAddress } from './trial-address.ts'

let app: OauthTestApp
beforeAll(async () => {
  app = await oauthTestApp()
})

const planOf = async (user: Pick<Awaited<ReturnType<OauthTestApp['signUp']>>, 'account'>) => {
  const { billingPlan, trialDays, limitTempl } = await user.account.getMe()
  return { billingPlan, trialDays, limitTempl }
}
const trial = { billingPlan: 'TRIAL', trialDays: 14, limitTempl: null }
const free = { billingPlan: 'FREE', trialDays: 0, limitTempl: 5 }

const signInWithGoogle = async (sub: string, email: string) => {
  app.idp.behavior.claims = { sub, email, email_verified: true }
  return planOf(await app.browser('google').signIn())
}

test.each([
  ['maria.delgado+loads@gmail.com', 'mariadelgado@gmail.com'],
  ['Maria.Delgado@GoogleMail.com', 'mariadelgado@gmail.com'],
  ['maria.delgado+1@outlook.com', 'maria.delgado@outlook.com'],
  ['maria.delgado+1@hotmail.ca', 'maria.delgado@hotmail.ca'],
  ['maria+x@me.com', 'maria@icloud.com'],
  ['maria_d.e-l+x@pm.me', 'mariadel@proton.me'],
  ['maria.delgado+loads@redbud.example', 'maria.delgado+loads@redbud.example'],
  ['maria.delgado+loads@yahoo.com', 'maria.delgado+loads@yahoo.com'],
])('[D13.4] %s is the mailbox %s, as far as its provider is known', (address, mailbox) => {
  expect(normalizeAddress(address)).toBe(mailbox)
})

test('[B09] [D13.4] of 20 sign-ups at once with spellings of one address, one gets a trial', async () => {
  const spellings = Array.from({ length: 20 }, (_, n) => `b.u.d${n % 2 ? '.' : ''}dy+${n}@gmail.com`)
  await Promise.all(spellings.map((email) => app.as().signIn.requestLink({ body: { email } })))
  await app.runDueJobs()
  const links = spellings.map((email) => ({ email, token: tokenIn(app.sent.findLast(({ to }) => to === email)) }))
  const pairs = await Promise.all(links.map((body) => app.as().signIn.verifyLink({ body })))
  const plans = await Promise.all(pairs.map(({ accessToken }) => planOf(app.as(accessToken))))

  expect(plans.filter(({ billingPlan }) => billingPlan === 'TRIAL')).toEqual([trial])
  expect(plans.filter(({ billingPlan }) => billingPlan === 'FREE')).toEqual(Array.from({ length: 19 }, () => free))
})

test('[D13.4] a second sign-in to the same account changes nothing of its trial', async () => {
  const { email } = await app.signUp()

  expect(await planOf(await app.signUp(email))).toEqual(trial)
})

test('[D13.4] an identity has one trial, whatever becomes of its address and account', async () => {
  const first = await signInWithGoogle('olga', 'olga@quillon.example')
  // As if the account of the identity did not exist any more.
  await app.pool.query("delete from identity where subject = 'olga'")

  expect(first).toEqual(trial)
  expect(await signInWithGoogle('olga', 'olga.new@quillon.example')).toEqual(free)
  expect(await signInWithGoogle('another', 'ines@quillon.example')).toEqual(trial)
})

test('[D13.4] an identity that was linked to an account later gets no trial of its own', async () => {
  const { email } = await app.signUp()
  await signInWithGoogle('late', email)
  await app.pool.query("delete from identity where subject = 'late'")

  expect(await signInWithGoogle('late', 'late@quillon.example')).toEqual(free)
})

test('[D13.4] what is kept of a trial names the key of its hash, and has neither address nor identity', async () => {
  await signInWithGoogle('plain-subject', 'plain-address@quillon.example')

  const { rows } = await app.pool.query('select used_trial::text as row, key_id from used_trial')
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter(({ row }) => /plain|quillon/.test(row))).toEqual([])
  expect(new Set(rows.map(({ key_id }) => key_id))).toEqual(new Set([app.deps.keys.hashId]))
})
