import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** What runs in a server, a browser or an operator's command, without tests and what only they use. */
const sources = execFileSync('git', ['ls-files', 'contract', 'server', 'dashboard', 'extension', 'scripts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|js)$/.test(path) && !/\.(test|cases)\.tsx?$|\/testing\/|\/fixtures\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Returns what a pattern captures, with the files. */
const find = (pattern: RegExp): { path: string; what: string }[] =>
  sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([all, what = all]) => ({ path, what })))
const allOf = (pattern: RegExp) => [...new Set(find(pattern).map(({ what }) => what))].sort()
const filesWith = (pattern: RegExp) => [...new Set(find(pattern).map(({ path }) => path))].sort()

test('hashes, keys and signatures are of the SHA-2 family', () => {
  expect(allOf(/\bcreateHash\(\s*(['"]\w+['"]|\w+)/g)).toEqual(["'sha256'", "'sha512'"])
  expect(allOf(/\bcreateHmac\(\s*(['"]\w+['"]|\w+)/g)).toEqual(["'sha256'"])
  expect(allOf(/\bhkdfSync\(\s*(['"]\w+['"]|\w+)/g)).toEqual(["'sha256'"])
  expect(allOf(/\bcreate(?:Sign|Verify)\(\s*(['"]\w+['"]|\w+)/g)).toEqual([])
  expect(allOf(/subtle\.digest\(\s*(['"][\w-]+['"]|\w+)/g)).toEqual(["'SHA-256'"])
})

test('one file encrypts, with AES-256-GCM', () => {
  expect(allOf(/\bcreate(?:Cipher|Decipher)iv\(\s*(['"][\w-]+['"]|\w+)/g)).toEqual(["'aes-256-gcm'"])
  expect(filesWith(/\bcreate(?:Cipher|Decipher)iv\(/g)).toEqual(['server/src/keys.ts'])
  expect(filesWith(/\b(publicEncrypt|privateDecrypt|createDiffieHellman|pbkdf2|subtle\.(encrypt|decrypt))/g)).toEqual(
    [],
  )
})

test('guessable random numbers only spread times', () => {
  const spreading = [
    'dashboard/src/browser-client.ts',
    'dashboard/src/home/live-stream.ts',
    'extension/src/controls/visibility.ts',
    'server/src/jobs/lease.ts',
  ]

  expect(filesWith(/\bMath\.random\b/g)).toEqual(spreading)
})

test('no text becomes code, and no command goes through a shell', () => {
  expect(filesWith(/(?<![.\w'"])eval\(|\bnew Function\(|\bset(?:Timeout|Interval)\(\s*['"`]|from 'node:vm'/g)).toEqual(
    [],
  )
  expect(
    allOf(/import \{([^}]*)\} from 'node:child_process'/g)
      .flatMap((names) => names.trim().split(/,\s*/))
      .filter((name) => /^exec(Sync)?$|^fork$/.test(name)),
  ).toEqual([])
  expect(filesWith(/\bshell:/g)).toEqual([])
  expect(
    filesWith(/dangerouslySetInnerHTML|\binsertAdjacentHTML\(|\bdocument\.write\(|\.(?:inner|outer)HTML\s*=[^=]/g),
  ).toEqual([])
})

test('patterns are made of constants, but where a text is escaped', () => {
  expect(filesWith(/\bnew RegExp\(/g)).toEqual([
    'contract/src/format/csv.ts',
    'contract/src/format/email-address.ts',
    'contract/src/loads/saved-loads.ts',
    'contract/src/mailboxes/mailboxes.ts',
    'contract/src/pages.ts',
    'contract/src/templates/body-html.ts',
    'dashboard/src/help/picture.tsx',
    'dashboard/src/loads/list/list-filter.ts',
    'dashboard/src/telemetry/redact.ts',
    'dashboard/src/templates/editor/body-html.ts',
    'dashboard/src/templates/editor/rich-text-marks.ts',
    'extension/src/readability/find-places.ts',
    'scripts/admin/doctor.ts', // escapes the operator's own key
    'scripts/table-owners.ts',
    'server/src/analytics/contact-moments.ts',
    'server/src/integrations/bounce-server.ts',
  ])
})

test('no connection leaves certificates unchecked or allows old TLS', () => {
  expect(
    filesWith(
      /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|TLSv1(?:\.1)?['"]|secureProtocol|seclevel/gi,
    ),
  ).toEqual([])
})

test('the server calls others only from the folder of outside services', () => {
  const callers = filesWith(
    /(?<![.\w])fetch\(|^import (?!type ).*from '(?:nodemailer[^']*|openid-client|stripe|undici|node:(?:https|http2|tls|dns[^']*))'/gm,
  )
  const inServer = callers.filter((path) => /^server\/src\/(?!stand-ins\/)/.test(path))

  expect(inServer.length).toBeGreaterThan(8)
  expect(inServer.filter((path) => !path.startsWith('server/src/integrations/'))).toEqual([
    'server/src/choose-integrations.ts', // adds a header to calls of the local simulator
  ])
})
