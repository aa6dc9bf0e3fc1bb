export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'touch'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-on hover:bg-accent-hover active:bg-accent-active',
  secondary: 'border border-default bg-surface text-primary hover:bg-hover',
  ghost: 'text-secondary hover:bg-hover hover:text-primary',
  danger: 'bg-danger text-danger-on hover:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2.5 text-table max-sm:h-9',
  md: 'h-8 px-3 max-sm:h-11 max-sm:px-4',
  lg: 'h-10 px-4 max-sm:h-11',
  touch: 'h-11 px-4',
}

const resting = 'bg-active text-muted'

/** The style of a button, also for links that look like one. */
export const buttonStyle = (variant: ButtonVariant, size: ButtonSize = 'md', isDisabled = false): string =>
  `inline-flex shrink-0 items-center justify-center gap-2 rounded-sm font-medium whitespace-nowrap transition-colors duration-100 ${isDisabled ? resting : variants[variant]} ${sizes[size]}`

export const iconButtonStyle =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-sm text-secondary transition-colors duration-100 hover:bg-hover hover:text-primary max-sm:size-11'
