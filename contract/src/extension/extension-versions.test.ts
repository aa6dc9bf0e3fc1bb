import { expect, test } from 'vitest'
import { isSupportedExtension } from './extension-versions.ts'

test('[D11.8] the last two released versions of the extension are supported, and newer ones', () => {
  const versions = ['1.10.0', '2.0.0', '1.9.1', '1.9', '1.8.9', '1.10', '0.9.9', '1.x', '', '1.9.1.0.0']
  const supported = versions.filter((version) => isSupportedExtension(version, ['1.10.0', '1.9.1', '1.8.9']))
  expect(supported).toEqual(['1.10.0', '2.0.0', '1.9.1', '1.10'])
})
