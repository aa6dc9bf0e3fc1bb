import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useToast } from './toast.ts'

const retryAfterMs = 3_000
const failuresPerToast = 10

/**
 * Returns a component whose code loads when first shown, or by `preload`, with retries. Unlike React's `lazy`, it ends
 * `skeleton` at once.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, skeleton?: ReactNode) {
  let Part: ComponentType<Props> | undefined
  const preload = async (): Promise<void> => {
    Part ??= await load()
  }
  function LazyPart(props: Props) {
    // In state and not read from `Part`, which a compiled component would not see change.
    const [Loaded, setLoaded] = useState(() => Part)
    const [failures, setFailures] = useState(0)
    const showToast = useToast()
    useEffect(() => {
      if (Loaded) return
      let timer = 0
      preload().then(
        () => setLoaded(() => Part),
        () => {
          if (failures % failuresPerToast === 0) showToast(text, 'error', reload)
          timer = window.setTimeout(setFailures, retryAfterMs, failures + 1)
        },
      )
      return () => clearTimeout(timer)
    }, [Loaded, failures, showToast])
    return <Suspense fallback={skeleton}>{Loaded ? <Loaded {...props} /> : skeleton}</Suspense>
  }
  return Object.assign(LazyPart, { preload })
}

/** After an update of the product, only the new page knows where its code is. */
const text = "Part of this page didn't load. We'll try again; reloading it may help."
const reload = { label: 'Reload', onPress: () => window.location.reload() }
