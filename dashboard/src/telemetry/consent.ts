import { create } from 'zustand'
import { browserStorage } from '../session/browser-storage.ts'

const consentKey = 'loadping.telemetry'

type Choice = 'yes' | 'no' | undefined

const readChoice = (): Choice => (['yes', 'no'] as const).find((choice) => choice === browserStorage.read(consentKey))

/** What the person said about being measured; undefined until they say it. */
export const useChoice = create<{ choice: Choice }>()(() => ({ choice: readChoice() }))

export function choose(choice: 'yes' | 'no'): void {
  browserStorage.write(consentKey, choice)
  useChoice.setState({ choice })
}

/** Whether the browser asks not to be tracked, which counts as a no. */
export const asksNotToTrack = (): boolean => navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

/** Whether anything may be told to other services. */
export const useHasConsent = (): boolean => useChoice(({ choice }) => choice === 'yes') && !asksNotToTrack()
