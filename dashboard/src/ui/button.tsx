import type { ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = {
  type?: 'button' | 'submit'
  /** The form that it submits, when it is outside that form. */
  form?: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  isLoading?: boolean
  isDisabled?: boolean
  className?: string
  onPress?: (() => void) | undefined
  'aria-label'?: string
  children: ReactNode
}

/** A button; while loading it keeps its label and color, shows a spinner, and ignores clicks. */
export function Button(props: ButtonProps) {
  const {
    type = 'button',
    form,
    variant = 'secondary',
    size = 'md',
    icon,
    isLoading = false,
    isDisabled = false,
    className = '',
    onPress,
    children,
  } = props
  return (
    <button
      type={type}
      form={form}
      aria-label={props['aria-label']}
      disabled={isDisabled || isLoading}
      onClick={onPress && (() => onPress())}
      className={`${buttonStyle(variant, size, isDisabled && !isLoading)} ${className}`}
    >
      {isLoading ? <Spinner /> : icon}
      {children}
    </button>
  )
}
