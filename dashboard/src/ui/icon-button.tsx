import { type ComponentProps, type CSSProperties, useEffect, useRef, useState } from 'react'
import { iconButtonStyle } from './button-style.ts'

const delayMilliseconds = 400

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'type' | 'ref'> & { label: string }

/** A button that shows only an icon; its label is its name and its tooltip. */
export function IconButton({ label, children, ...rest }: IconButtonProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [position, setPlace] = useState<CSSProperties>()

  useEffect(() => {
    if (!isPointedAt) return
    const timer = setTimeout(() => anchor.current && setPlace(placeBeside(anchor.current)), delayMilliseconds)
    return () => clearTimeout(timer)
  }, [isPointedAt])

  function hide() {
    setIsPointedAt(false)
    setPlace(undefined)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the events of the button in it.
    <span
      ref={anchor}
      className="inline-flex"
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ currentTarget, target }) => target.matches(':focus-visible') && setPlace(placeBeside(currentTarget))}
      onBlur={hide}
      onKeyDown={hide}
    >
      <button {...rest} type="button" aria-label={label} className={iconButtonStyle}>
        {children}
      </button>
      {position && (
        <span
          aria-hidden="true"
          style={position}
          className="fixed z-50 rounded-xs bg-inverse px-2 py-1 text-caption whitespace-nowrap text-on-inverse"
        >
          {label}
        </span>
      )}
    </span>
  )
}

/** Under the element, or above it at the foot of the window, on the side where there is room. */
function placeBeside(element: Element): CSSProperties {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return {
    ...(left > window.innerWidth / 2 ? { right: window.innerWidth - right } : { left }),
    ...(bottom + 40 > window.innerHeight ? { bottom: window.innerHeight - top + 6 } : { top: bottom + 6 }),
  }
}
