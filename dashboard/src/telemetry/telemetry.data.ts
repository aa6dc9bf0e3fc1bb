import type { TelemetryServices } from '@loadping/contract/telemetry'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

const none: TelemetryServices = { posthog: null, sentry: null, chat: null }

/** Which outside services the operator has set up; none while that is not known. */
export function useServices(): TelemetryServices {
  const api = useApi()
  const { data } = useQuery({ queryKey: ['telemetry'], queryFn: () => api.telemetry.getServices(), staleTime: Number.POSITIVE_INFINITY, retry: false })
  return data ?? none
}

export const isAnySetUp = ({ posthog, sentry, chat }: TelemetryServices): boolean => posthog !== null || sentry !== null || chat !== null
