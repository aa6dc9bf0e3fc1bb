import type { Client } from '@loadping/contract/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

export const postingsQuery = (api: Client) =>
  queryOptions({ queryKey: ['offers', 'postings'], queryFn: () => api.offers.listPostings() })

/** How many postings the broker has; undefined while it loads. */
export const usePostingTotal = (): number | undefined => useQuery(postingsQuery(useApi())).data?.length
