import type { Client } from '@loadping/contract/client'
import { createContext, use } from 'react'

export const ApiContext = createContext<Client | undefined>(undefined)

/** Returns the API client, typed by the contract. */
export function useApi(): Client {
  const api = use(ApiContext)
  if (!api) throw new Error('ApiContext is missing')
  return api
}
