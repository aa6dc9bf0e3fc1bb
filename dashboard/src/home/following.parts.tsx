import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { refreshFeatures, type Touched } from '../query-client.ts'
import { useSession } from '../session/session.ts'
import { useLive } from './live.data.ts'
import { followVersions } from './live-stream.ts'

type FollowingProps = {
  /** Whose queries are fetched again. */
  features: Touched['features']
  /** The version that the page shows; without one, the newest that was heard of. */
  shownVersion?: number
}

/** Fetches what a page shows again when something else has changed it, while the page is visible. */
export function Following({ features, shownVersion }: FollowingProps) {
  const client = useQueryClient()
  const accessToken = useSession((session) => session.accessToken)
  const isVisible = useIsVisible()
  const [heardVersion, setHeardVersion] = useState(0)
  const version = shownVersion ?? heardVersion
  const readShown = useEffectEvent(() => version)
  const onVersion = useEffectEvent((next: number) => {
    if (next === version) return
    setHeardVersion(next)
    refreshFeatures(client, { features })
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
