import { useEffect, useRef } from 'react'

const lastFrame = 150

/** Plays the welcome animation once, or shows its last frame to those who want no motion. It loads after the dialog is there. */
export function WelcomeAnimation() {
  const holder = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let isGone = false
    let end = () => {}
    void loadPlayer().then(({ player, animationData }) => {
      if (isGone || !holder.current) return
      const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      const animation = player.loadAnimation({
        container: holder.current,
        renderer: 'svg',
        loop: false,
        autoplay: !isStill,
        animationData,
      })
      if (isStill) animation.goToAndStop(lastFrame, true)
      end = () => animation.destroy()
    }, nothing) // without it the dialog says the same
    return () => {
      isGone = true
      end()
    }
  }, [])

  return <div ref={holder} aria-hidden="true" className="aspect-[672/400] w-full shrink-0 overflow-hidden bg-panel" />
}

const nothing = () => {}

async function loadPlayer() {
  const [{ default: player }, { default: animationData }] = await Promise.all([
    import('lottie-web/build/player/esm/lottie_light.min.js'),
    import('./welcome-animation.json'),
  ])
  return { player, animationData: structuredClone(animationData) } // the player writes into it
}
