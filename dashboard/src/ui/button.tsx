import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = Omit<AriaButtonProps, 'className' | 'children'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  isLoading?: boolean
  className?: string
  children: ReactNode
}

/** A button; while loading it keeps its label and its colour, shows a spinner, and cannot be pressed. */
export function Button({ variant = 'secondary', size = 'md', icon, isLoading = false, isDisabled = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} isDisabled={isDisabled || isLoading} className={`${buttonStyle(variant, size, isDisabled && !isLoading)} ${className}`}>
      {isLoading ? <Spinner /> : icon}
      {children}
    </AriaButton>
  )
}
