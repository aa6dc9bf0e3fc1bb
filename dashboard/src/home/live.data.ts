import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { create } from 'zustand'
import { refreshFeatures } from '../query-client.ts'
import { useSession } from '../session/session.ts'
import { followVersions } from './live-stream.ts'

const useLive = create<{ isLive: boolean }>()(() => ({ isLive: false }))

/** Whether changes made elsewhere show within two seconds. */
export const useIsLive = (): boolean => useLive(({ isLive }) => isLive)

/** Fetches what the Dashboard shows again when something else has changed it, while the page is visible. */
export function useFollowing(shownVersion: number): void {
  const client = useQueryClient()
  const accessToken = useSession((session) => session.accessToken)
  const isVisible = useIsVisible()
  const readShown = useEffectEvent(() => shownVersion)
  const onVersion = useEffectEvent((version: number) => {
    if (version !== shownVersion) refreshFeatures(client, { features: ['home', 'account', 'mailboxes'] })
  })
  useEffect(() => {
    if (!isVisible || accessToken === '') return
    const stop = followVersions({
      accessToken,
      shownVersion: () => readShown(),
      onVersion: (version) => onVersion(version),
      onLive: (isLive) => useLive.setState({ isLive }),
    })
    return () => {
      stop()
      useLive.setState({ isLive: false })
    }
  }, [accessToken, isVisible])
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const update = () => setIsVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
