import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8')
const nginx = read('nginx.conf').replaceAll(/^ *#.*$/gm, '')
const caddy = read('Caddyfile').replaceAll(/^\s*#.*$/gm, '')
/** Returns the values of a directive of nginx. */
const valuesOf = (name: string) =>
  [...nginx.matchAll(new RegExp(`^ *${name} ([^;]+);`, 'gm'))].map(([, value]) => value)

test('the sites speak TLS 1.2 and 1.3 only, with forward secrecy, the strongest cipher first', () => {
  const [ciphers = ''] = valuesOf('ssl_ciphers')

  expect(valuesOf('ssl_protocols')).toEqual(['TLSv1.2 TLSv1.3'])
  expect(valuesOf('ssl_prefer_server_ciphers')).toEqual(['on'])
  expect(
    ciphers.split(':').filter((one) => !/^ECDHE-(ECDSA|RSA)-(AES256-GCM|CHACHA20-POLY1305|AES128-GCM)/.test(one)),
  ).toEqual([])
  expect(ciphers).toMatch(/^ECDHE-ECDSA-AES256-GCM/)
  expect(caddy).not.toMatch(/\b(protocols|ciphers|insecure)/) // its own are these
})

test('over plain http a page is sent to https, and a program is refused', () => {
  const [, plain = ''] = nginx.split('listen 80;')

  expect(plain.replaceAll(/\s+/g, ' ')).toContain(
    'if ($loadping_is_page) { return 301 https://$host$request_uri; } return 403;',
  )
  expect(plain).not.toContain('proxy_pass')
  expect(nginx.replaceAll(/\s+/g, ' ')).toContain('map $http_accept $loadping_is_page { default 0; ~*text/html 1; }')
  expect(caddy.replaceAll(/\s+/g, ' ')).toMatch(
    /http:\/\/\S+ \{ @page header Accept \*text\/html\* redir @page https:\/\/\{host\}\{uri\} permanent respond 403 \}/,
  )
})

test('the log of the proxy has no address, in which tokens may stand', () => {
  const [format = ''] = valuesOf('log_format')

  expect(valuesOf('access_log')).toEqual(Array(2).fill('/var/log/nginx/loadping.log loadping'))
  expect(format).toMatch(/^loadping '/)
  expect(format).not.toMatch(/\$(request |request'|request"|request_uri|uri|args|query_string|arg_|http_|document_uri)/)
  expect(caddy).not.toMatch(/^\s*log\b/m)
})

test('the proxies overwrite what a client says of its address, and pass nothing on to others', () => {
  expect(valuesOf('proxy_set_header').filter((value = '') => value.startsWith('X-Forwarded-For'))).toEqual(
    Array(2).fill('X-Forwarded-For $remote_addr'),
  )
  expect(new Set(valuesOf('proxy_pass'))).toEqual(new Set(['http://loadping']))
  expect(caddy.match(/reverse_proxy .*/g)).toEqual(['reverse_proxy 127.0.0.1:8080 {'])
})
