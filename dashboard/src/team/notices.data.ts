import type { User } from '@loadping/contract/account/account'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '../api.ts'
import { useToast } from '../ui/toast.ts'
import { useSingleMutation } from '../use-single-mutation.ts'

/** Shows once what others did to the user's membership. A failed claim is retried when the account is loaded again. */
export function useTeamNotices(me: User): void {
  const api = useApi()
  const showToast = useToast()
  const { mutate } = useSingleMutation({
    mutationKey: ['team', 'claim-notices'],
    meta: { features: ['team', 'account'] },
    mutationFn: () => api.team.claimNotices(),
  })
  const claim = useEffectEvent(() =>
    mutate(undefined, {
      // Not called once the shell is gone, so that the next user of the browser reads nothing.
      onSuccess: (notices) => {
        for (const notice of notices) showToast(notice, 'notice')
      },
    }),
  )
  useEffect(() => {
    if (me.hasNotices) claim()
  }, [me]) // A new object after each load of the account, because its pairing code is new.
}
