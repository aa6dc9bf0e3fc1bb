import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useApi } from '../api.ts'
import { browserStorage } from '../session/browser-storage.ts'
import { identify, startBuffering, type TrackedUser, track } from './telemetry.ts'

const none: TelemetryServices = { posthog: null, sentry: null, chat: null }

/** Returns the outside services that the operator has set up; none until loaded. */
export function useServices(): TelemetryServices {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['telemetry'],
    queryFn: () => api.telemetry.getServices(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? none
}

export const isAnySetUp = ({ posthog, sentry, chat }: TelemetryServices): boolean =>
  posthog !== null || sentry !== null || chat !== null

/** Describes to the user what each service would get. */
export function describeServices({ posthog, sentry, chat }: TelemetryServices): string {
  const sentences = [
    posthog && 'PostHog counts sign-ins and visits on one device in ten.',
    sentry && 'Sentry gets errors and a screen replay with all text masked.',
    chat && 'The chat gets your email address.',
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ')
}

const consentKey = 'loadping.telemetry'

type Choice = 'yes' | 'no' | undefined

const readChoice = (): Choice => (['yes', 'no'] as const).find((choice) => choice === browserStorage.read(consentKey))

/** The user's choice about being measured; undefined until they choose. */
export const useConsent = create<{ choice: Choice }>()(() => ({ choice: readChoice() }))

export function setConsent(choice: 'yes' | 'no'): void {
  browserStorage.write(consentKey, choice)
  useConsent.setState({ choice })
}

/** Whether the browser asks not to be tracked, which counts as a no. */
export const asksNotToTrack = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

/** Whether data may be sent to outside services. */
export const useHasConsent = (): boolean => useConsent(({ choice }) => choice === 'yes') && !asksNotToTrack()

/** Identifies the user once they consent, and tracks one login for each user. */
export function useTrackLogin({ userId, email }: TrackedUser): void {
  const hasConsent = useHasConsent()
  const tracked = useRef<string>(undefined)

  useEffect(() => {
    if (!hasConsent) return
    startBuffering() // this effect runs before the one of TelemetryHost
    identify({ userId, email })
    if (tracked.current !== userId) track('login')
    tracked.current = userId
  }, [hasConsent, userId, email])
}
