import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settings } from './settings.ts'
import { sharedTempFolder, spawnProduct, spawnRefused, withoutDemo } from './testing/spawned-product.ts'

const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const canary = 'canary-7f3a'
const secret = 'Zq3vT9xLw2Rk8NbYc5Hd7Mf1Js6Pg4Ua0Ee-Oi_VtBxK'
const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://loadping.test',
  DATABASE_URL: `postgres://user:${canary}@db.example/loadping`,
  AUTH_SECRET: secret,
  SMTP_URL: `smtps://user:${canary}@mail.example`,
  MAIL_FROM: 'hello@loadping.test',
  SUPPORT_ADDRESS: 'support@loadping.test',
  BILLING: 'off',
}

const counts = ['0', '-1', '1.5', '1e3', 'many', canary]

/** Invalid values of each setting; whether a folder can be used shows only in use. */
const wrong: Record<keyof typeof settings, string[]> = {
  NODE_ENV: ['produktion', 'Production', canary],
  HOST: ['two words', 'host:8080', 'http://x.test', '-x.test', '256.1.1.1', '127.1', '[::1]', '1::2::3', `${canary}_`],
  PORT: ['0', '-1', '65536', '80.5', '0x50', '1e3', ' 80', 'NaN', canary],
  BASE_URL: [
    'loadping.test',
    'ftp://loadping.test',
    'javascript:alert(1)',
    'https://a:b@c.test',
    'https://:b@c.test',
    'https://c.test;script-src',
    'https://*.c.test',
    'https://c.test/path',
    'https://c.test/?q',
    `x${canary}`,
  ],
  DATA_DIR: ['  ', `/${canary}\n`],
  DATABASE_URL: ['mysql://x/y', 'localhost/loadping', `postgres://x:%e9${canary}@y/z`, canary],
  AUTH_SECRET: ['short', 'x'.repeat(42), canary],
  OTHER_AUTH_SECRETS: ['short', `${'x'.repeat(43)},${canary}`],
  BACKUP_DIR: ['  ', `/${canary}\n`],
  BACKUP_DAYS: ['0', '-1', '1.5', canary],
  PRODUCT_NAME: ['x'.repeat(41), ' Freight', '<b>', 'a"b', 'a\nb', `${canary}\u202e`],
  MAIL_FROM: ['hello', 'Hello <hello@loadping.test>', 'a@b', `${canary}@`],
  RELAY_FROM: ['a@b.test, c@d.test', `${canary}@`],
  SUPPORT_ADDRESS: ['mailto:a@b.test', `${canary}@`],
  SECURITY_ADDRESS: ['https://b.test/report', `${canary}@`],
  RELAY: ['none', 'ON', canary],
  SECOND_API_URL: ['ftp://c.test', canary],
  REFERENCE_URL: ['https://c.test/fuel2', canary],
  ANALYTICS_URL: ['https://a:b@c.test', canary],
  API_URL: ['api.fleet.test', 'https://c.test/path', canary],
  HELO_NAME: ['two words', 'mail_1.test', `${canary}!`],
  DKIM_SELECTOR: ['a b', '-a', `${canary};`],
  DKIM_KEY_FILE: ['  ', `/${canary}\n`],
  SMTP_URL: ['http://mail.example', 'mail.example:25', 'smtp://', `smtp://x:%zz${canary}@mail.example`, canary],
  ALLOWED_MAIL_HOSTS: ['10.0.0.5', 'mail.fleet.example;other', 'mail fleet', '*.fleet.example', `${canary}_`],
  GOOGLE_CLIENT_ID: ['a client', 'é'],
  GOOGLE_CLIENT_SECRET: [`${canary} ${canary}`],
  OUTLOOK_CLIENT_ID: [`${canary}\n`],
  OUTLOOK_CLIENT_SECRET: ['é'],
  OPENID_ISSUER: ['id.fleet.example', 'ftp://id.fleet.example', canary],
  OPENID_CLIENT_ID: ['a client'],
  OPENID_CLIENT_SECRET: [`${canary} ${canary}`],
  OPENID_NAME: ['x'.repeat(41), '<b>', `${canary}\u202e`],
  BILLING: ['Stripe', 'yes', 'simulator', canary],
  DEFAULT_PLAN: ['free', 'PRO', 'pro,business', canary],
  STRIPE_SECRET_KEY: ['pk_test_1', 'sk_live_', `sk_test_${canary} x`, canary],
  STRIPE_WEBHOOK_SECRETS: ['hidden', 'whsec_1,whsec_2,whsec_3', `whsec_${canary}, whsec_2`, canary],
  SIGN_UP: ['closed', 'Open', 'invited,fleet.example', '@fleet.example', 'fleet', canary],
  ADMINISTRATORS: ['maria', 'maria@fleet.example;jo@fleet.example', 'maria@fleet.example,', canary],
  TRUSTED_PROXIES: [
    'proxy.example',
    '10.0.0.1;10.0.0.2',
    '10.0.0.0/8,',
    'abc',
    '1.2.3',
    '0.0.0.0/0',
    '10.0.0.1, ::/0',
    '10.0.0.0/33',
    '::1/129',
    'fe80::1%eth0',
    canary,
  ],
  SIGN_IN_EMAILS_PER_15_MINUTES: counts,
  SIGN_IN_EMAILS_PER_DAY: counts,
  SIGN_IN_EMAILS_PER_MINUTE: counts,
  SIGN_IN_REQUESTS_PER_IP: counts,
  OFFICE_NETWORKS: ['office.example', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.0/8;', canary],
  SIGN_IN_REQUESTS_PER_OFFICE: counts,
  CHECKS_PER_IP: counts,
  TEMPLATE_CHANGES_PER_MINUTE: counts,
  INVITATIONS_PER_DAY: counts,
  UNDO_SECONDS: ['-1', '61', '5s', '1.5', canary],
  TEAM_EMAILS_PER_HOUR: counts,
  TOTAL_EMAILS_PER_MINUTE: counts,
  RELAY_EMAILS_PER_DAY: counts,
  BOUNCE_ADDRESS: ['returns', 'returned@b.example', 'a@b', `${canary}@`, 'returns@b.example, x@y.example'],
  EMAIL_TEXT_DAYS: ['0', '-1', '1.5', canary],
  LOAD_DAYS: ['89', '00', '-1', '90.5', '100000', canary],
  CONTACT_DAYS: ['1095', '00', '-1096', '1096.5', '100000', canary],
  BOUNCE_PORT: ['0', '70000', canary],
  EXTENSION_KEY_FILE: ['  ', `/${canary}\n`],
  EXTENSION_FIREFOX_ID: ['ping', 'two words@b.test', `${canary}@`],
  EXTENSION_XPI_FILE: ['  ', `/${canary}\n`],
  GEOCODER_URL: ['photon', 'ftp://x.test/api', 'https://x.test/', 'https://x.test/reverse', canary],
  OSRM_URL: ['osrm', 'ftp://x.test', canary],
  EIA_API_KEY: [`${canary} ${canary}`, 'é'],
  MAP_TILE_URL: ['tiles', 'https://x.test/{z}/{x}', 'https://{z}.x.test/{x}/{y}', 'ftp://x.test/{z}/{x}/{y}', canary],
  MAP_TILE_CREDIT: ['x'.repeat(101), `${canary}\n`],
  POSTHOG_HOST: ['posthog.example', 'https://posthog.example/path', canary],
  POSTHOG_KEY: ['a key', `${canary}!`],
  SENTRY_DSN: ['sentry', 'ftp://sentry.example', 'https://a,b', canary],
  CHAT_URL: ['chat.example', 'javascript:alert(1)', "https://a;script-src 'unsafe-inline'", 'https://*', canary],
  METRICS_TOKEN: ['short', 'fifteen-letters', `${canary} of two words`],
  LOG_LEVEL: ['loud', 'INFO', canary],
}

const badOf = (env: Record<string, string>) => {
  const read = readConfig(env)
  return 'bad' in read ? read.bad : []
}

test('[D3.3] [D3.4] without any setting emails wait 5 s and leave 2 a second and 30 a minute', () => {
  const read = readConfig({})

  expect('config' in read && read.config.sendSettings).toMatchObject({
    undoSeconds: 5,
    throttle: { perSecond: 2, perMinute: 30 },
  })
})

test('without any setting there is a working local configuration', () => {
  expect(readConfig({})).toEqual({
    config: {
      isProduction: false,
      backups: null,
      otherAuthSecrets: [],
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://127.0.0.1:8080',
      dataDir: join(process.cwd(), '.data'),
      databaseUrl: undefined,
      authSecret: undefined,
      billing: { kind: 'simulator' },
      extension: { keyFile: undefined, firefoxId: undefined, xpiFile: undefined },
      bouncePort: undefined,
      sendSettings: {
        undoSeconds: 5,
        throttle: { perSecond: 2, perMinute: 30, atOnce: 4 },
        emailsPerHour: 3_000,
        emailsPerMinute: 30_000,
        relayEmailsPerDay: 20,
        bounceAddress: undefined,
      },
      retention: { textDays: 90, loadDays: 730, contactDays: 1_096 },
      installation: {
        name: 'LoadPing',
        productAddress: 'hello@loadping.example',
        relayAddress: 'inquiries@loadping.example',
        supportAddress: 'support@loadping.example',
        securityAddress: 'security@loadping.example',
        hasRelay: true,
        isSignUpOpen: true,
        companySignIn: null,
      },
      heloName: undefined,
      dkim: null,
      smtpUrl: undefined,
      allowedMailHosts: [],
      google: undefined,
      outlook: undefined,
      company: undefined,
      signUp: { isOpen: true, domains: [] },
      administrators: [],
      trustedProxies: [],
      limits: {
        signInEmailsPer15Minutes: 3,
        signInEmailsPerDay: 10,
        signInEmailsPerMinute: 600,
        signInRequestsPerIp: 20,
        officeNetworks: [],
        signInRequestsPerOffice: 1_000,
        checksPerIp: 60,
        templateChangesPerMinute: 30,
        invitationsPerDay: 500,
        exemptLoopback: true,
      },
      telemetry: { posthog: null, sentry: null, chat: null },
      tileServer: null,
      logLevel: 'warn',
    },
  })
})

test.each(Object.entries(wrong))(
  '[D1.4] a wrong %s is reported with what it must be, and without its value',
  (name, values) => {
    for (const value of values) {
      const bad = badOf({ [name]: value })

      expect(bad.map((setting) => setting.name)).toEqual([name])
      expect(bad[0]?.reason).toBe(`must be ${Object.entries(settings).find(([known]) => known === name)?.[1].type}`)
      expect(JSON.stringify(bad)).not.toContain(value)
    }
  },
)

test('[D1.4] all wrong settings are reported at once', () => {
  const env = Object.fromEntries(
    Object.entries(wrong).flatMap(([name, values]) => values.slice(-1).map((value) => [name, value])),
  )

  expect(badOf(env).map(({ name }) => name)).toEqual(Object.keys(env))
})

test('[D1.4] a list of IP addresses and ranges, and names and addresses of hosts, are accepted', () => {
  expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8,::ffff:10.0.0.1/128' })).toMatchObject({
    config: { trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '::ffff:10.0.0.1/128'] },
  })
  for (const HOST of ['0.0.0.0', '::', 'localhost', 'a-1.redbud.example', '10.0.0.5', 'fe80::1%eth0'])
    expect(readConfig({ ...production, HOST })).toMatchObject({ config: { host: HOST } })
})

test('[D1.4] PostHog needs both its host and its key', () => {
  expect(badOf({ POSTHOG_KEY: 'phc_x' })).toEqual([
    { name: 'POSTHOG_HOST', reason: 'is required when POSTHOG_KEY is set' },
  ])
  expect(badOf({ POSTHOG_HOST: 'https://eu.posthog.example' })).toEqual([
    { name: 'POSTHOG_KEY', reason: 'is required when POSTHOG_HOST is set' },
  ])
})

test('[D13.25] a plan for new accounts is set only where no payments are taken', () => {
  expect(readConfig({ BILLING: 'off', DEFAULT_PLAN: 'business' })).toMatchObject({
    config: { billing: { kind: 'off', defaultPlan: 'BUSINESS' } },
  })
  const stripe = { BILLING: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRETS: 'whsec_1' }
  for (const env of [{}, stripe])
    expect(badOf({ ...env, DEFAULT_PLAN: 'pro' })).toEqual([
      { name: 'DEFAULT_PLAN', reason: 'works only with BILLING=off' },
    ])
})

test.each(['GOOGLE', 'OUTLOOK'])('[D1.4] a %s client needs both its id and its secret', (provider) => {
  const idName = `${provider}_CLIENT_ID`
  const secretName = `${provider}_CLIENT_SECRET`

  expect(readConfig({ [idName]: 'id', [secretName]: 'secret' })).toMatchObject({
    config: { [provider.toLowerCase()]: { clientId: 'id', clientSecret: 'secret' } },
  })
  expect(badOf({ [idName]: 'id' })).toEqual([{ name: secretName, reason: `is required when ${idName} is set` }])
  expect(badOf({ [secretName]: 'secret' })).toEqual([{ name: idName, reason: `is required when ${secretName} is set` }])
})

test('[D13.20] in production the pages know which mail providers are not set up', () => {
  const missing = (settings: Record<string, string>) =>
    Object(readConfig(settings)).config.installation.missingProviders
  const google = { GOOGLE_CLIENT_ID: 'board', GOOGLE_CLIENT_SECRET: 's3cret' }

  expect([{}, production, { ...production, ...google }].map(missing)).toEqual([
    undefined,
    ['google', 'outlook'],
    ['outlook'],
  ])
})

test('[D13.20] the pages know whether any can sign up without an invitation', () => {
  const isOpen = (settings: Record<string, string>) => Object(readConfig(settings)).config.installation.isSignUpOpen

  expect([{}, { SIGN_UP: 'invited' }, { SIGN_UP: 'fleet.test' }].map(isOpen)).toEqual([true, false, true])
})

test('[D13.20] a provider of a company needs its address, client and secret; its name has a default', () => {
  const company = {
    OPENID_ISSUER: 'https://id.fleet.test/realms/fleet',
    OPENID_CLIENT_ID: 'board',
    OPENID_CLIENT_SECRET: 's3cret',
  }
  const { OPENID_ISSUER: issuer, ...client } = company

  expect(readConfig(company)).toMatchObject({
    config: { company: { issuer }, installation: { companySignIn: 'company account' } },
  })
  expect(readConfig({ ...company, OPENID_NAME: 'Fleet ID' })).toMatchObject({
    config: { installation: { companySignIn: 'Fleet ID' } },
  })
  expect(badOf({ OPENID_ISSUER: issuer })).toEqual(
    Object.keys(client).map((name) => ({ name, reason: 'is required when OPENID_ISSUER is set' })),
  )
  expect(badOf(client)).toMatchObject([{ name: 'OPENID_ISSUER' }])
  expect(badOf({ ...production, ...company, OPENID_ISSUER: 'http://id.fleet.test' })).toEqual([
    { name: 'OPENID_ISSUER', reason: 'must be an https URL in production' },
  ])
})

test('an empty setting counts as unset', () => {
  expect(readConfig(Object.fromEntries(Object.keys(settings).map((name) => [name, ''])))).toEqual(readConfig({}))
})

test('[D1.2] production refuses a part of the API without https', () => {
  expect(badOf({ ...production, REFERENCE_URL: 'http://reference.loadping.test' })).toEqual([
    { name: 'REFERENCE_URL', reason: 'must be an https URL in production' },
  ])
})

test('IPv6 hosts and a trailing slash in BASE_URL are formatted correctly', () => {
  expect(readConfig({ HOST: '::1', PORT: '9000' })).toMatchObject({ config: { baseUrl: 'http://[::1]:9000' } })
  expect(readConfig({ ...production, BASE_URL: 'https://loadping.test/' })).toMatchObject({
    config: { baseUrl: 'https://loadping.test' },
  })
})

test('addresses are read as browsers write them', () => {
  const env = { BASE_URL: ' HTTPS://LoadPing.test:443/\n', POSTHOG_HOST: 'https://H.example', POSTHOG_KEY: 'k' }
  const dsn = 'https://key@Sentry.example:443/1'
  const chat = 'https:chat.example/a b'

  expect(readConfig({ ...production, ...env, SENTRY_DSN: dsn, CHAT_URL: chat })).toMatchObject({
    config: {
      baseUrl: 'https://loadping.test',
      telemetry: {
        posthog: { host: 'https://h.example' },
        sentry: { dsn: 'https://key@sentry.example/1' },
        chat: { url: 'https://chat.example/a%20b' },
      },
    },
  })
})

test('[D1.4] production accepts a complete configuration, with the embedded database if DATA_DIR is set', () => {
  expect(readConfig(production)).toMatchObject({ config: { isProduction: true, logLevel: 'info' } })
  expect(readConfig({ ...production, DATABASE_URL: '', DATA_DIR: '/var/lib/loadping' })).toMatchObject({
    config: { dataDir: '/var/lib/loadping' },
  })
})

test.each([
  [{ BASE_URL: 'https://loadping.test' }, 'BASE_URL'],
  [{ BASE_URL: 'http://localhost.evil.example', NODE_ENV: 'test' }, 'BASE_URL'],
  [{ BASE_URL: 'http://127.0.0.1.nip.io:8080' }, 'BASE_URL'],
  [{ BASE_URL: 'http://192.168.1.5:8080' }, 'BASE_URL'],
  [{ HOST: '192.168.1.5' }, 'HOST'],
  [{ HOST: 'loadping.test' }, 'HOST'],
])('[D12.18] without production, %o is refused with the advice to set it', (env, name) => {
  expect(badOf(env)).toEqual([{ name, reason: 'is not a loopback address: set NODE_ENV=production' }])
})

test('[D12.18] without production, the names of this machine and wildcard addresses are accepted', () => {
  for (const BASE_URL of ['http://localhost:9000', 'http://127.0.0.2', 'https://[::1]:8443'])
    expect(readConfig({ BASE_URL, HOST: '192.168.1.5' })).toMatchObject({ config: { baseUrl: BASE_URL } })
  for (const HOST of ['0.0.0.0', '::', '::1', 'localhost']) expect(badOf({ HOST })).toEqual([])
})

test.each([
  ['BASE_URL', ''],
  ['BASE_URL', 'http://loadping.test'],
  ['DATABASE_URL', ''],
  ['AUTH_SECRET', ''],
  ['AUTH_SECRET', 'x'.repeat(64)],
  ['AUTH_SECRET', 'changeme'.repeat(8)],
  ['AUTH_SECRET', 'test'.repeat(11)],
  ['SMTP_URL', ''],
  ['MAIL_FROM', ''],
])('[P06] [D1.4] production rejects %s="%s" with exit code 78, names it and prints no value', async (name, value) => {
  const { code, output } = await spawnRefused({ ...production, [name]: value })

  expect(code).toBe(78)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(output).toMatch(new RegExp(`^${name} \\S.*\\.\n$`))
  for (const given of [canary, secret, ...(value.length > 8 ? [value] : [])]) expect(output).not.toContain(given)
})

test('[D13.19] relay and security address follow those of the product and for support', () => {
  const names = {
    MAIL_FROM: 'hello@fleet.test',
    SUPPORT_ADDRESS: 'help@fleet.test',
    PRODUCT_NAME: "Böhm & Sons' Board",
  }
  expect(readConfig(names)).toMatchObject({
    config: {
      installation: {
        name: "Böhm & Sons' Board",
        productAddress: 'hello@fleet.test',
        relayAddress: 'hello@fleet.test',
        supportAddress: 'help@fleet.test',
        securityAddress: 'help@fleet.test',
      },
    },
  })
  const more = { ...names, RELAY_FROM: 'loads@relay.test', SECURITY_ADDRESS: 'csirt@fleet.test' }
  expect(readConfig(more)).toMatchObject({
    config: { installation: { relayAddress: 'loads@relay.test', securityAddress: 'csirt@fleet.test' } },
  })
})

test('[D13.19] production refuses names under an example domain, and the samples of the settings', () => {
  const samples = {
    BASE_URL: 'https://loadping.example',
    MAIL_FROM: 'hello@fleet.example',
    RELAY_FROM: 'loads@example.com',
    SUPPORT_ADDRESS: 'help@mail.Example.org',
    SECURITY_ADDRESS: 'security@loadping.example',
    HELO_NAME: 'mail.example',
    BOUNCE_ADDRESS: 'bounces@fleet.example',
  }
  const reason = 'must be of a domain of yours in production, not an example'
  for (const [name, sample] of Object.entries(samples)) {
    const port = name === 'BOUNCE_ADDRESS' ? { BOUNCE_PORT: '2525' } : {}
    expect(badOf({ ...production, ...port, [name]: sample }), name).toEqual([{ name, reason }])
  }
  expect(badOf({ ...production, MAIL_FROM: '', SUPPORT_ADDRESS: '' })).toEqual([
    { name: 'MAIL_FROM', reason },
    { name: 'SUPPORT_ADDRESS', reason },
  ])
})

test('[D1.4] docs/operations/settings.md lists every setting with its type, default and meaning', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations/settings.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z_\d]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map(([, ...cells]) => cells)

  expect(rows).toEqual(
    Object.entries(settings).map(([name, setting]) => [name, setting.type, setting.default, setting.meaning]),
  )
})

/** Starts the server so that a signal triggers an unexpected error. */
const throwOnSignal = (code: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`process.once('SIGUSR2', () => { ${code} })`)}`

test('[P06] several bad settings are reported on one line each', async () => {
  const { code, output } = await spawnRefused({ PORT: canary, LOG_LEVEL: canary, DATABASE_URL: canary })

  expect(code).toBe(78)
  expect(output.trim().split('\n')).toEqual([
    'PORT must be a number from 1 to 65535.',
    'DATABASE_URL must be a postgres URL, percent-encoded.',
    'LOG_LEVEL must be debug, info, warn, error or silent.',
  ])
})

test.each([
  ['an error that is not caught', 'throw new Error("unforeseen")'],
  ['a promise rejection that is not handled', 'Promise.reject(new Error("unforeseen"))'],
])('[P03] after %s it logs, exits with a non-zero code, and starts again', async (name, code) => {
  const env = { DATA_DIR: withoutDemo(join(folder, name.slice(0, 9).trim().replaceAll(' ', '-'))) }
  const product = await spawnProduct({ ...env, NODE_OPTIONS: throwOnSignal(code) })

  product.child.kill('SIGUSR2')

  expect(await product.ended).toBe(1)
  const line = product
    .output()
    .split('\n')
    .find((text) => text.startsWith('{'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 60,
    err: { message: 'unforeseen' },
    msg: expect.stringContaining('uncaught exception'),
  })

  const again = await spawnProduct(env)
  expect((await fetch(`${again.address}/readyz`)).status).toBe(200)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})

test('[P03] the systemd unit restarts it after a second, however often', () => {
  const unit = readFileSync(join(import.meta.dirname, '../../deploy/loadping.service'), 'utf8')

  expect(unit.split('\n')).toEqual(
    expect.arrayContaining(['Restart=always', 'RestartSec=1', 'StartLimitIntervalSec=0']),
  )
  expect(unit).toMatch(/^ExecStart=.*\/node server\/src\/main\.ts$/m)
})
