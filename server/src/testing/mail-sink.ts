import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@loadping/contract/client'
import * as z from 'zod/mini'
import { fetchSend } from './fetch-send.ts'

/** A mail server in a process of its own, which outlives whatever is killed. */
export type MailSink = {
  smtpUrl: string
  /** How many different messages have arrived. */
  count: () => Promise<number>
  /** How often each message has arrived, by its Message-ID. */
  arrived: () => Promise<Map<string, number>>
  /** The newest sign-in link that an address got. */
  link: (email: string) => Promise<string | null>
  stop: () => void
}

const Ports = z.object({ web: z.int(), mail: z.int() })

/** Starts one; before it says that it has a message it waits by chance, as long as `slowestMs` at most. It ends with us. */
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

export type Sender = { email: string; accessToken: string; templateId: string }

/** A broker, whom no allowance ends, signed up as people do: link asked for, mail read, link opened. */
export async function signUpSender(address: string, sink: MailSink, email: string): Promise<Sender> {
  const stranger = createClient(fetchSend(address))
  await stranger.signIn.requestLink({ body: { email } })
  const token = await tokenFor(sink, email)
  const { accessToken } = await stranger.signIn.verifyLink({ body: { email, token } })
  const client = createClient(fetchSend(address, accessToken))
  await client.account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })
  const [template] = await client.templates.listTemplates()
  return { email, accessToken, templateId: template?.id ?? '' }
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
