import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'

test('[D10.4] guests too get the configured tile server, or none', async () => {
  const plain = await testApp()
  const tileServer = { url: 'https://tiles.example/{z}/{x}/{y}.png', credit: 'Tiles by Example' }
  const equipped = await testApp({ change: (deps) => ({ ...deps, tileServer }) })

  expect(await plain.as().map.getTileServer()).toBeNull()
  expect(await equipped.as().map.getTileServer()).toEqual(tileServer)
})
