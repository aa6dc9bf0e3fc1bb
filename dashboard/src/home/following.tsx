import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { refreshFeatures } from '../query-client.ts'
import { useSession } from '../session/session.ts'
import { useLive } from './live.data.ts'
import { followVersions } from './live-stream.ts'

/** Fetches what the Dashboard shows again when something else has changed it, while the page is visible. */
export function Following({ shownVersion }: { shownVersion: number }) {
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
  return null
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
