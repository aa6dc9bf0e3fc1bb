import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sharedTempFolder, spawnProduct, withoutDemo } from './testing/spawned-product.ts'

const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const crashOnSignal = `--import=data:text/javascript,${encodeURIComponent(
  `process.once('SIGUSR2', () => { throw new Error('unforeseen') })`,
)}`

test.each([
  ['SIGTERM', 0],
  ['SIGUSR2', 1],
] as const)('a server that %s ends with %i has written the line of each request, in order', async (signal, code) => {
  const requests = 300
  const product = await spawnProduct({
    DATA_DIR: withoutDemo(join(folder, signal)),
    LOG_LEVEL: 'info',
    NODE_OPTIONS: crashOnSignal,
  })
  for (let count = 0; count < requests; count++) await fetch(`${product.address}/nowhere/${count}`)

  product.child.kill(signal)

  expect(await product.ended).toBe(code)
  const lines = product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  expect(lines.filter(({ msg }) => msg === 'request completed')).toHaveLength(requests)
  if (code === 1) expect(lines.at(-1)).toMatchObject({ level: 60, err: { message: 'unforeseen' } })
})
