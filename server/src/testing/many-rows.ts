import { completeLoad } from '@loadping/contract/templates/placeholders.cases'
import pg from 'pg'

export type ManyRows = { userId: string; emails: number; entries: number }

/** Gives the manager of a team, who sent one email, many emails, loads, contacts, sessions, teammates and log entries. */
export async function addManyRows(connection: pg.ClientConfig, { userId, emails, entries }: ManyRows): Promise<void> {
  const client = new pg.Client(connection) // without the product's limit to the time of a statement
  await client.connect()
  try {
    await copyEmail(client, userId, emails)
    await addLoads(client, userId, emails)
    await addTeamRows(client, userId, entries)
    await client.query('vacuum analyze') // as autovacuum does
  } finally {
    await client.end()
  }
}

/** Copies the user's only email into the past, one a minute, every tenth of them as failed. */
async function copyEmail(client: pg.Client, userId: string, count: number): Promise<void> {
  await client.query(
    `insert into email (user_id, id, state, template_id, template_version, template_name, from_address, from_name,
       reply_to, to_address, cc, subject, html, load, created_at, mailbox_kind, load_key, template_inputs)
     select user_id, gen_random_uuid(), case when n % 10 = 0 then 'failed' else 'sent' end, template_id,
       template_version, template_name, from_address, from_name, reply_to, 'desk' || n || '@broker.example', cc,
       'Load ' || n, repeat('Is it open? ', 80), load, created_at - n * interval '1 minute', mailbox_kind,
       load_key || n, template_inputs
     from email, generate_series(1, $2::int) n where user_id = $1`,
    [userId, count],
  )
  await client.query(
    `insert into contact_event (user_id, id, type, contact_time, day, email_id, load)
     select user_id, gen_random_uuid(), 'EMAIL', created_at, created_at::date, id, load from email
     where user_id = $1 order by email.created_at limit 10000`,
    [userId],
  )
}

/** Adds loads of the user, and as many of another user. */
async function addLoads(client: pg.Client, userId: string, count: number): Promise<void> {
  const { creditScore: _, daysToPay: __, comments: ___, ...facts } = completeLoad
  await client.query(
    `insert into load (user_id, id, load_key, facts, origin, dest, company, pickup_day, trip_miles, rate_cents, status,
       ask_cents, contacted_at, first_seen_at, posted_at, updated_at, note)
     select owner, gen_random_uuid(), n, $3, 'joliet, il', 'dallas, tx', 'desk ' || n, '2026-11-21', 900 + n % 100,
       200000 + n, 'contacted', 210000 + n, at, at, at, at, 'Check in at gate 3, call the driver at noon.'
     from (select n, now() - n * interval '1 minute' as at from generate_series(1, $2::int) n) as posted,
       (values ($1::uuid), (gen_random_uuid())) as owners (owner)`,
    [userId, count, JSON.stringify(facts)],
  )
}

async function addTeamRows(client: pg.Client, userId: string, entries: number): Promise<void> {
  await client.query(
    `insert into team_activity (organization_id, number, at, actor, action, detail)
     select organization_id, n + 1000, now() - interval '2 days', 'lee@redbud.example', 'organization-edited', n
     from membership, generate_series(1, $2::int) n where user_id = $1`,
    [userId, entries],
  )
  await client.query(
    `insert into session (id, user_id, audience, created_at, expires_at, last_used_at, token_hash)
     select gen_random_uuid(), $1, 'web', now(), now() + interval '9 days', now() - n * interval '1 s', n from generate_series(1, 20000) n`,
    [userId],
  )
  await client.query(
    `insert into account (id, email, created_at)
     select gen_random_uuid(), 'member' || n || '@redbud.example', now() from generate_series(1, 500) n`,
  )
  await client.query(
    `insert into membership (user_id, organization_id, role, joined_at)
     select id, (select organization_id from membership where user_id = $1), 'USER', now()
     from account where email like 'member%'`,
    [userId],
  )
}
