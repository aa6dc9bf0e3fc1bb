import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import { disclosure } from './disclosure.ts'

/** Keeps which version of the disclosure the user agreed to. */
export function createAgreement(persistentArea: StorageArea) {
  const agreed = createStoredValue(persistentArea, 'agreed-disclosure', z.int(), 0)
  return {
    /** Whether the user agreed to what the extension does now. */
    isCurrent: async (): Promise<boolean> => (await agreed.read()) === disclosure.version,
    agree: () => agreed.change(() => disclosure.version),
  }
}
