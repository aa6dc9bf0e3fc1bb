import type { SenderDomain } from '@loadping/contract/account/account'
import { domainOf } from '@loadping/contract/mailboxes/free-mail'
import type { Template } from '@loadping/contract/templates/templates'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUserType } from '../account/account.data.ts'
import { useProfile } from '../account/profile.data.ts'
import { useApi } from '../api.ts'
import { useMailboxes } from '../mailboxes/mailboxes.data.ts'
import { judgeSender } from './judge-sender.ts'

/** How the user looks to those who get the emails of these templates; `check` asks the name servers again. */
export function useBrokerView(templates: readonly Template[]) {
  const userType = useUserType()
  const profile = useProfile()
  const mailbox = useMailboxes().find(({ isDefault }) => isDefault)
  const { data: domain, isFetching, refetch } = useSenderDomain(mailbox?.address)
  const points = useMemo(
    () => judgeSender({ userType, profile, mailbox, templates: templates.filter(({ owner }) => !owner), domain }),
    [userType, profile, mailbox, templates, domain],
  )
  return { userType, points, isChecking: isFetching, check: () => void refetch() }
}

/** What name servers say about the domain of an address; undefined until they answered. */
function useSenderDomain(address = '') {
  const api = useApi()
  return useQuery<SenderDomain>({
    queryKey: ['mailboxes', 'domain', domainOf(address)],
    queryFn: () => api.account.checkSenderDomain(),
    staleTime: 10 * 60_000,
    retry: false,
  })
}
