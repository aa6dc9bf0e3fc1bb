import type { TelemetryServices } from '@loadping/contract/telemetry'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useApi } from '../api.ts'
import { browserStorage } from '../session/browser-storage.ts'
import { identify, type Person, startBuffering, track } from './telemetry.ts'

const none: TelemetryServices = { posthog: null, sentry: null, chat: null }

/** Which outside services the operator has set up; none while that is not known. */
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

/** What the services that are set up would get, in a person's words. */
export function describeServices({ posthog, sentry, chat }: TelemetryServices): string {
  const sentences = [
    posthog && 'PostHog counts sign-ins and visits on one device in ten.',
    sentry && 'Sentry gets errors, and what the screen looked like, with all text masked.',
    chat && 'The chat gets your email address.',
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ')
}

const consentKey = 'loadping.telemetry'

type Choice = 'yes' | 'no' | undefined

const readChoice = (): Choice => (['yes', 'no'] as const).find((choice) => choice === browserStorage.read(consentKey))

/** What the person said about being measured; undefined until they say it. */
export const useConsent = create<{ choice: Choice }>()(() => ({ choice: readChoice() }))

export function setConsent(choice: 'yes' | 'no'): void {
  browserStorage.write(consentKey, choice)
  useConsent.setState({ choice })
}

/** Whether the browser asks not to be tracked, which counts as a no. */
export const asksNotToTrack = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

/** Whether anything may be told to other services. */
export const useHasConsent = (): boolean => useConsent(({ choice }) => choice === 'yes') && !asksNotToTrack()

/** Tells who is here as soon as they agreed, and once that they came. */
export function useTrackLogin({ userId, email }: Person): void {
  const hasConsent = useHasConsent()
  const told = useRef<string>(undefined)

  useEffect(() => {
    if (!hasConsent) return
    startBuffering() // the shell hears of the consent before the host does
    identify({ userId, email })
    if (told.current !== userId) track('login')
    told.current = userId
  }, [hasConsent, userId, email])
}
