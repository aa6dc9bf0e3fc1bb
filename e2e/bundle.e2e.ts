import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './product.ts'

const dist = join(import.meta.dirname, '../dashboard/dist')
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test("[W08] the built files contain no secret, no source map and no stand-in's path", async ({ product }) => {
  expect(files.length).toBeGreaterThan(10)
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'utf8')
    expect(name).not.toMatch(/\.map$|^\.env/)
    expect(text, name).not.toMatch(
      /sourceMappingURL=|\/dev\/(inbox|sign-in|oidc)|AUTH_SECRET|SMTP_URL|DATABASE_URL|-----BEGIN|client_secret/i,
    )
  }
  const responses = await Promise.all(
    ['/assets/index.js.map', '/.env', '/package.json', '/server/src/main.ts', '/.git/config'].map((path) =>
      fetch(product.address + path),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})
