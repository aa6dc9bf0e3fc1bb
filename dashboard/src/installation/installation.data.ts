import type { Client } from '@loadping/contract/client'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

const installationQuery = (api: Client) =>
  queryOptions({
    queryKey: ['installation'],
    queryFn: () => api.installation.getInstallation(),
    refetchInterval: 10_000,
  })

/** How the installation does, as of the last seconds. */
export const useInstallation = () => useSuspenseQuery(installationQuery(useApi())).data

/** The parts of the installation that fail now; none while that isn't known. */
export const useFailingParts = () => {
  const { data } = useQuery(installationQuery(useApi()))
  return data?.parts.filter(({ state }) => state === 'failing') ?? []
}
