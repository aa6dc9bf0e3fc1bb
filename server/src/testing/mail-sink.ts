import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@loadping/contract/client'
import * as z from 'zod/mini'
import { fetchSend } from './fetch-send.ts'

/** A mail server in its own process, which survives the killed server. */
export type MailSink = {
  smtpUrl: string
  /** The number of different messages that arrived. */
  count: () => Promise<number>
  /** The arrivals of each message, by Message-ID. */
  arrived: () => Promise<Map<string, number>>
  /** Returns the newest sign-in link of an address. */
  link: (email: string) => Promise<string | null>
  stop: () => void
}

const Ports = z.object({ web: z.int(), mail: z.int() })

/** Starts a sink that delays each acceptance randomly, up to `slowestMs`; it ends with this process. */
export async function startMailSink({ slowestMs = 0 } = {}): Promise<MailSink> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'mail-sink-process.ts'), String(slowestMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve))
  const { web, mail } = Ports.parse(JSON.parse(line))
  const ask = async (path: string): Promise<unknown> => (await fetch(`http://127.0.0.1:${web}${path}`)).json()
  return {
    smtpUrl: `smtp://127.0.0.1:${mail}`,
    count: async () => z.int().parse(await ask('/count')),
    arrived: async () => new Map(z.array(z.tuple([z.string(), z.int()])).parse(await ask('/arrived'))),
    link: async (email) => z.nullable(z.string()).parse(await ask(`/link?email=${encodeURIComponent(email)}`)),
    stop: () => void child.kill(),
  }
}

export type Sender = { email: string; accessToken: string; refreshToken: string; templateId: string }

/** Signs up a broker, who has no allowance, by the emailed link. */
export async function signUpSender(address: string, sink: MailSink, email: string): Promise<Sender> {
  const sender = await signUpCarrier(address, sink, email)
  const { account } = createClient(fetchSend(address, sender.accessToken))
  await account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })
  return sender
}

/** Signs up a user on trial by the emailed link. */
export async function signUpCarrier(address: string, sink: MailSink, email: string): Promise<Sender> {
  const stranger = createClient(fetchSend(address))
  await stranger.signIn.requestLink({ body: { email } })
  const token = await tokenFor(sink, email)
  const pair = await stranger.signIn.verifyLink({ body: { email, token } })
  const [template] = await createClient(fetchSend(address, pair.accessToken)).templates.listTemplates()
  return { email, ...pair, templateId: template?.id ?? '' }
}

async function tokenFor(sink: MailSink, email: string): Promise<string> {
  for (let tries = 0; tries < 1_000; tries++) {
    const link = await sink.link(email)
    const token = link && new URL(link).searchParams.get('token')
    if (token) return token
    await sleep(10)
  }
  throw new Error(`The sign-in mail to ${email} did not arrive`)
}
