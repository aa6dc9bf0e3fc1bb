import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { iconButtonStyle } from './button-style.ts'

type IconButtonProps = Omit<AriaButtonProps, 'className' | 'children'> & { label: string; children: ReactNode }

/** A button that shows only an icon; its label is its name and its tooltip. */
export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger delay={400}>
      <AriaButton {...rest} aria-label={label} className={iconButtonStyle}>
        {children}
      </AriaButton>
      <Tooltip offset={6} className="late rounded-xs bg-inverse px-2 py-1 text-caption text-on-inverse">
        {label}
      </Tooltip>
    </TooltipTrigger>
  )
}
